import { randomInt } from 'node:crypto';
import {
  AdminDisableUserCommand,
  AdminGetUserCommand,
  CreateGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newPassword } from '#lambdas/directory/temporary-password.ts';
import type { User } from '#lambdas/directory/users.ts';
import { customMessage } from '#lambdas/emails/custom-message.ts';
import { buildTimeoutMs, own, setUp } from '#scripts/contract/steps.ts';
import type { Setting } from '#scripts/contract/steps.ts';
import { openTarget } from '#scripts/local-cloud/cognito/contract-target.ts';
import type { Target } from '#scripts/local-cloud/cognito/contract-target.ts';
import { addUser } from './add-user.ts';
import { inviteUser } from './invite-user.ts';
import type { Person } from './person.ts';

// Cognito as the local cloud has it, with the function that writes its emails.
const now = new Date('2026-11-21T09:30:00Z');
const rows: User[] = [];
let target: Target;
let pool: Setting;

beforeAll(async () => {
  target = await openTarget();
  target.trigger.answer = customMessage({ region: 'nuk', now: () => now });
  pool = await setUp(target, {
    LambdaConfig: { CustomMessage: 'arn:aws:lambda:eu-central-1:123456789012:function:emails' },
  });
  for (const GroupName of ['dev-NUK', 'dev-admin'])
    await target.client.send(new CreateGroupCommand({ UserPoolId: pool.UserPoolId, GroupName }));
}, buildTimeoutMs);
afterAll(() => target.close());
beforeEach(() => {
  rows.length = 0;
  target.mails.length = 0;
});

const person = (name: string): Person => ({
  region: 'nuk',
  email: `${name}@store.example`,
  storeId: 'UK-1001',
  storeName: 'Oxford Street',
  groups: ['dev-NUK', 'dev-admin'],
});
const put = async (row: User) => void rows.push(row);
const invite = (name: string, site = 'https://portal.example') =>
  inviteUser(target.client, pool.UserPoolId, put, person(name), {
    site,
    now,
    temporaryPassword: newPassword(randomInt),
  });
const passwordIn = (html = '') => /Temporary password<br><strong[^>]*>([^<]+)</.exec(html)?.[1] ?? '';

describe('an invitation', () => {
  test('reaches the person, in their groups, and the directory until it expires', async () => {
    const row = await invite('anna');
    expect(target.mails).toEqual([
      expect.objectContaining({ to: 'anna@store.example', subject: 'Your access to the retailer support portal' }),
    ]);
    expect(rows).toEqual([row]);
    expect(row).toMatchObject({
      id: `nuk#${row.sub}`,
      store: 'nuk#UK-1001',
      groups: ['dev-NUK', 'dev-admin'],
      enabled: true,
      status: 'invited',
      inviteExpiresAt: '2026-11-28T09:30:00.000Z',
    });
    const { UserStatus } = await target.client.send(
      new AdminGetUserCommand({ UserPoolId: pool.UserPoolId, Username: 'anna@store.example' }),
    );
    expect(UserStatus).toBe('FORCE_CHANGE_PASSWORD');
  });

  test('holds a temporary password that leads to choosing one', async () => {
    await invite('bert');
    const answer = await pool.start('bert@store.example', passwordIn(target.mails[0]?.html));
    expect(answer.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('sent again says so, and the earlier password is void', async () => {
    const { sub } = await invite('cleo');
    const row = await invite('cleo');
    expect(row.sub).toBe(sub);
    const [first, second] = target.mails;
    expect(second?.subject).toBe('Your new invitation to the retailer support portal');
    await expect(pool.start('cleo@store.example', passwordIn(first?.html))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    expect((await pool.start('cleo@store.example', passwordIn(second?.html))).ChallengeName).toBe(
      'NEW_PASSWORD_REQUIRED',
    );
  });

  test('is sent again when the email of the first could not be written', async () => {
    await expect(invite('dora', 'not a site')).rejects.toMatchObject({ name: 'UserLambdaValidationException' });
    expect(rows).toEqual([]);
    expect(await invite('dora')).toMatchObject({ status: 'invited' });
    expect(target.mails).toHaveLength(1);
  });

  test('is refused for somebody who has chosen a password', async () => {
    await pool.confirmed('emil@store.example');
    await expect(invite('emil')).rejects.toThrow(
      'emil@store.example has chosen a password already and needs no invitation.',
    );
    expect(rows).toEqual([]);
  });

  test('of somebody disabled leaves them so', async () => {
    await invite('fred');
    await target.client.send(
      new AdminDisableUserCommand({ UserPoolId: pool.UserPoolId, Username: 'fred@store.example' }),
    );
    expect(await invite('fred')).toMatchObject({ enabled: false });
  });
});

describe('a user with a password', () => {
  const add = (name: string) => addUser(target.client, pool.UserPoolId, put, { ...person(name), password: own });

  test('signs in at once, and no email is sent', async () => {
    const row = await add('gina');
    expect(row).toMatchObject({ status: 'confirmed', groups: ['dev-NUK', 'dev-admin'] });
    expect(row).not.toHaveProperty('inviteExpiresAt');
    expect(row).not.toHaveProperty('password');
    expect(target.mails).toEqual([]);
    expect(await pool.signIn('gina@store.example')).toMatchObject({ AccessToken: expect.any(String) });
  });

  test('made of somebody invited is confirmed, and sessions begun with an older password have ended', async () => {
    const { sub } = await invite('hans');
    const before = new Date().toISOString();
    const row = await add('hans');
    expect(row).toMatchObject({ sub, status: 'confirmed' });
    expect(row.validAfter && row.validAfter >= before.slice(0, 19)).toBe(true);
  });
});
