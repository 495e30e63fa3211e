import {
  AdminUpdateUserAttributesCommand,
  DeleteUserCommand,
  GetUserAttributeVerificationCodeCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTarget, refusal, testWith } from '#scripts/local-cloud/cognito/contract-target.ts';
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
const verify = (pool: Setting, AccessToken: string, Code: string) =>
  pool.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }));
const emailOf = async (pool: Setting, sub: string) => {
  const { UserAttributes = [] } = await pool.adminGet(sub);
  return Object.fromEntries(UserAttributes.map(({ Name = '', Value }) => [Name, Value]));
};
const lastMail = () => target.mails.at(-1);
const codeIn = (html = '') => /\d{6}/.exec(html)?.[0] ?? '';

test('with the portal’s settings nobody’s own token changes an address, nor proves one', async () => {
  const sub = await portal.confirmed('own@example.com');
  const { AccessToken } = await portal.signIn('own@example.com');
  expect(await refusal(write(portal, AccessToken, 'email', 'private@example.com'))).toEqual({
    name: 'NotAuthorizedException',
    message: 'A client attempted to write unauthorized attribute',
  });
  expect((await refusal(write(portal, AccessToken, 'email_verified', 'true'))).name).toBe('NotAuthorizedException');
  expect((await refusal(verify(portal, AccessToken, '123456'))).name).toBe('ExpiredCodeException');
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

testWith('inbox')('where an address may change, a token of ten minutes takes the account over for good', async () => {
  const proof = { AttributesRequireVerificationBeforeUpdate: ['email' as const] };
  const open = await setUp(target, { Schema: [], UserAttributeUpdateSettings: proof }, { WriteAttributes: [] });
  const sub = await open.confirmed('victim@example.com');
  await open.confirmed('taken@example.com');
  const { AccessToken } = await open.signIn('victim@example.com');
  expect((await refusal(write(open, AccessToken, 'email', 'taken@example.com'))).name).toBe('AliasExistsException');
  const { CodeDeliveryDetailsList } = await write(open, AccessToken, 'email', 'thief@example.com');
  expect(CodeDeliveryDetailsList).toEqual([
    { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 't***@e***' },
  ]);
  // Until the new address is proved the old one counts.
  expect(await emailOf(open, sub)).toMatchObject({ email: 'victim@example.com', email_verified: 'true' });
  expect(lastMail()?.to).toBe('thief@example.com');
  const code = codeIn(lastMail()?.html);
  expect((await refusal(verify(open, AccessToken, code === '000000' ? '000001' : '000000'))).name).toBe(
    'CodeMismatchException',
  );
  await verify(open, AccessToken, code);
  expect(await emailOf(open, sub)).toMatchObject({ email: 'thief@example.com', email_verified: 'true' });
  await open.forgot('thief@example.com');
  await open.confirmForgot('thief@example.com', codeIn(lastMail()?.html), 'Thief-password-1!');
  await expect(open.signIn('thief@example.com', 'Thief-password-1!')).resolves.toMatchObject({
    AccessToken: expect.any(String),
  });
});

testWith('inbox')(
  'a pool that proves nothing first changes the address at once, unproved, and sends a code when asked',
  async () => {
    const open = await setUp(target, { Schema: [] }, { WriteAttributes: [] });
    const sub = await open.confirmed('early@example.com');
    const { AccessToken } = await open.signIn('early@example.com');
    await write(open, AccessToken, 'email', 'late@example.com');
    expect(await emailOf(open, sub)).toMatchObject({ email: 'late@example.com', email_verified: 'false' });
    await open.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'email' }));
    await verify(open, AccessToken, codeIn(lastMail()?.html));
    expect(await emailOf(open, sub)).toMatchObject({ email: 'late@example.com', email_verified: 'true' });
  },
);

test('people may delete themselves: their name is free again, their tokens are worth nothing', async () => {
  await portal.confirmed('leaver@example.com');
  const { AccessToken } = await portal.signIn('leaver@example.com');
  await portal.send(new DeleteUserCommand({ AccessToken }));
  expect((await refusal(portal.adminGet('leaver@example.com'))).name).toBe('UserNotFoundException');
  expect((await refusal(portal.getUser(AccessToken))).name).toBe('UserNotFoundException');
});
