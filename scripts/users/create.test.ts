import { AdminAddUserToGroupCommand, AdminDisableUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Role } from '#shared/groups.ts';
import { buildTimeoutMs, own } from '../contract/testing/steps.ts';
import { createUser } from './create.ts';
import type { TestDirectory } from './region-for-test.ts';
import { directoryForTest } from './region-for-test.ts';

let there: TestDirectory;
beforeAll(async () => {
  there = await directoryForTest();
}, buildTimeoutMs);
afterAll(() => there.close());
beforeEach(() => void there.target.mails.splice(0));

const actor = { by: 'operator', requestId: 'command-1' };
const region = 'nuk';
const emailOf = (name: string) => `${name}@store.example`;
const create = (name: string, roles: readonly Role[], password?: string, storeId = 'UK-1001') =>
  createUser(
    there.directory,
    actor,
    { region, email: emailOf(name), storeId, storeName: 'Oxford Street', roles },
    password,
  );
const rowOf = (sub: string) => there.directory.users.get(region, sub);
const passwordIn = (html = '') => /Temporary password<br><strong[^>]*>([^<]+)</.exec(html)?.[1] ?? '';

describe('an invitation', () => {
  test('reaches the person, in their groups, and the directory until it expires', async () => {
    const { user, by } = await create('anna', ['admin']);
    expect(by).toBe('invitation');
    expect(there.target.mails).toEqual([
      expect.objectContaining({ to: emailOf('anna'), subject: 'Your access to the retailer support portal' }),
    ]);
    expect(await rowOf(user.sub)).toEqual(user);
    expect(user).toMatchObject({ store: 'nuk#UK-1001', enabled: true, status: 'invited', changedBy: 'command-1' });
    expect([...user.groups].sort()).toEqual(['dev-NUK', 'dev-admin']);
    expect(Date.parse(user.inviteExpiresAt ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(await there.events(region, user.sub)).toMatchObject([
      { action: 'invited', by: 'operator', requestId: 'command-1', after: { roles: ['admin'], inRegion: true } },
    ]);
    expect(await there.directory.stores.find(region, 'UK-1001')).toEqual({
      storeId: 'UK-1001',
      storeName: 'Oxford Street',
    });
  });

  test('holds a temporary password that leads to choosing one', async () => {
    await create('bert', []);
    const answer = await there.pool.start(emailOf('bert'), passwordIn(there.target.mails[0]?.html));
    expect(answer.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('sent again says so, the earlier password is void, and the groups are those of the second command', async () => {
    const { user } = await create('cleo', ['register-repairs', 'admin']);
    const again = await create('cleo', ['register-returns']);
    expect(again).toMatchObject({ by: 'invitation', user: { sub: user.sub } });
    expect([...again.user.groups].sort()).toEqual(['dev-NUK', 'dev-register-returns']);
    const [first, second] = there.target.mails;
    expect(second?.subject).toBe('Your new invitation to the retailer support portal');
    await expect(there.pool.start(emailOf('cleo'), passwordIn(first?.html))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    expect((await there.pool.start(emailOf('cleo'), passwordIn(second?.html))).ChallengeName).toBe(
      'NEW_PASSWORD_REQUIRED',
    );
  });

  test('is completed when the email of the first could not be written', async () => {
    const { answer } = there.target.trigger;
    there.target.trigger.answer = () => {
      throw new Error('no');
    };
    await expect(create('dora', ['register-repairs'])).rejects.toMatchObject({ name: 'UserLambdaValidationException' });
    there.target.trigger.answer = answer;
    expect(await create('dora', ['register-repairs'])).toMatchObject({
      by: 'invitation',
      user: { status: 'invited', storeId: 'UK-1001' },
    });
    expect(there.target.mails).toHaveLength(1);
  });

  test('of somebody disabled leaves them so', async () => {
    const { user } = await create('fred', []);
    await there.target.client.send(
      new AdminDisableUserCommand({ UserPoolId: there.pool.UserPoolId, Username: user.sub }),
    );
    expect((await create('fred', [])).user).toMatchObject({ enabled: false });
  });
});

describe('somebody who has chosen a password', () => {
  test('gets no invitation, exactly the groups named, and the store', async () => {
    const { user } = await create('emil', ['admin', 'register-repairs'], own);
    const again = await create('emil', ['register-repairs'], undefined, 'UK-1002');
    expect(there.target.mails).toEqual([]);
    expect(again.by).toBe('own password');
    expect([...again.user.groups].sort()).toEqual(['dev-NUK', 'dev-register-repairs']);
    expect(await rowOf(user.sub)).toMatchObject({ groups: again.user.groups, storeId: 'UK-1002' });
    expect(await there.directory.pool.find(region, user.sub)).toMatchObject({ groups: again.user.groups });
    expect((await there.events(region, user.sub)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['removedFromGroup', 'storeChanged']),
    );
  });

  test('loses a role, too, that only Cognito knew of', async () => {
    const { user } = await create('gert', ['register-repairs'], own);
    await there.target.client.send(
      new AdminAddUserToGroupCommand({
        UserPoolId: there.pool.UserPoolId,
        Username: user.sub,
        GroupName: 'dev-register-returns',
      }),
    );
    const again = await create('gert', ['register-repairs']);
    expect([...again.user.groups].sort()).toEqual(['dev-NUK', 'dev-register-repairs']);
    expect((await there.directory.pool.find(region, user.sub))?.groups).toEqual(again.user.groups);
  });
});

describe('a user with a password', () => {
  test('signs in at once, and no email is sent', async () => {
    const { user, by } = await create('gina', ['admin'], own);
    expect(by).toBe('password');
    expect(user).toMatchObject({ status: 'confirmed', storeId: 'UK-1001' });
    expect([...user.groups].sort()).toEqual(['dev-NUK', 'dev-admin']);
    expect(user).not.toHaveProperty('inviteExpiresAt');
    expect(there.target.mails).toEqual([]);
    expect(await there.pool.signIn(emailOf('gina'))).toMatchObject({ AccessToken: expect.any(String) });
  });

  test('made of somebody invited is confirmed, and sessions begun with an older password have ended', async () => {
    const { user: invited } = await create('hans', []);
    const before = new Date().toISOString();
    const { user } = await create('hans', [], own);
    expect(user).toMatchObject({ sub: invited.sub, status: 'confirmed' });
    expect(user.validAfter && user.validAfter >= before).toBe(true);
  });
});
