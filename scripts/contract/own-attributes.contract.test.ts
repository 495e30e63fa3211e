import {
  AdminUpdateUserAttributesCommand,
  UpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTarget, refusal } from '#scripts/local-cloud/cognito/contract-target.ts';
import type { Target } from '#scripts/local-cloud/cognito/contract-target.ts';
import { buildTimeoutMs, setUp } from './steps.ts';
import type { Setting } from './steps.ts';

let target: Target;
let portal: Setting;
beforeAll(async () => {
  target = await openTarget();
  portal = await setUp(target);
}, buildTimeoutMs);
afterAll(() => target.close());

const write = (pool: Setting, AccessToken: string, Name: string, Value: string) =>
  pool.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name, Value }] }));
const emailOf = async (pool: Setting, sub: string) => {
  const { UserAttributes = [] } = await pool.adminGet(sub);
  return Object.fromEntries(UserAttributes.map(({ Name = '', Value }) => [Name, Value]));
};

test('with the portal’s settings nobody’s own token changes an address, nor says that it is proved', async () => {
  const sub = await portal.confirmed('own@example.com');
  const { AccessToken } = await portal.signIn('own@example.com');
  expect(await refusal(write(portal, AccessToken, 'email', 'private@example.com'))).toEqual({
    name: 'NotAuthorizedException',
    message: 'A client attempted to write unauthorized attribute',
  });
  expect((await refusal(write(portal, AccessToken, 'email_verified', 'true'))).name).toBe('NotAuthorizedException');
  expect(await emailOf(portal, sub)).toMatchObject({ email: 'own@example.com', email_verified: 'true' });
});

test('nor does an admin, nor a client that may write all: the schema fixes the address', async () => {
  const open = await setUp(target, {}, { WriteAttributes: [] });
  const sub = await open.confirmed('fixed@example.com');
  const { AccessToken } = await open.signIn('fixed@example.com');
  const fixed = { name: 'InvalidParameterException', message: 'user.email: Attribute cannot be updated.\n' };
  expect(await refusal(write(open, AccessToken, 'email', 'private@example.com'))).toEqual(fixed);
  const byAdmin = new AdminUpdateUserAttributesCommand({
    UserPoolId: open.UserPoolId,
    Username: sub,
    UserAttributes: [{ Name: 'email', Value: 'private@example.com' }],
  });
  expect(await refusal(open.send(byAdmin))).toEqual(fixed);
});

test('what the client may write, its users’ tokens write', async () => {
  const sub = await portal.confirmed('locale@example.com');
  const { AccessToken } = await portal.signIn('locale@example.com');
  await write(portal, AccessToken, 'locale', 'de');
  expect(await emailOf(portal, sub)).toMatchObject({ locale: 'de' });
});
