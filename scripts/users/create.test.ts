import { AdminAddUserToGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import type { Role } from '#shared/groups.ts';
import { own } from '../contract/testing/steps.ts';
import { directoryForTests } from '../testing/directory.ts';
import { createUser } from './create.ts';

const { there } = directoryForTests();

const actor = { by: 'operator', requestId: 'command-1' };
const region = 'nuk';
const emailOf = (name: string) => `${name}@store.example`;
const create = (name: string, roles: readonly Role[], password?: string, storeId = 'UK-1001') =>
  createUser(
    there().directory,
    actor,
    { region, email: emailOf(name), storeId, storeName: 'Oxford Street', roles },
    password,
  );
const rowOf = (sub: string) => there().directory.users.get(region, sub);

test('somebody new is invited, and again with the groups of the second command', async () => {
  const { user, by } = await create('cleo', ['register-repairs']);
  expect([by, user.status]).toEqual(['invitation', 'invited']);
  expect(await there().directory.stores.find(region, 'UK-1001')).toMatchObject({ storeName: 'Oxford Street' });
  const again = await create('cleo', ['register-returns']);
  expect(again).toMatchObject({ by: 'invitation', user: { sub: user.sub } });
  expect(again.user.groups.toSorted()).toEqual(['dev-NUK', 'dev-register-returns']);
  expect(there().target.mails.map(({ subject }) => subject)).toEqual([
    'Your access to the retailer support portal',
    'Your new invitation to the retailer support portal',
  ]);
});

test('another spelling of a store’s id means that store', async () => {
  await create('alma', ['register-repairs']);
  const { user } = await create('bela', ['register-repairs'], undefined, 'uk 1001');
  expect(user).toMatchObject({ storeId: 'UK-1001', storeName: 'Oxford Street' });
  expect(await there().directory.stores.list(region)).toEqual([{ storeId: 'UK-1001', storeName: 'Oxford Street' }]);
});

test('an invitation is completed when the email of the first could not be written', async () => {
  const { answer } = there().target.trigger;
  there().target.trigger.answer = () => {
    throw new Error('no');
  };
  await expect(create('dora', ['register-repairs'])).rejects.toMatchObject({ name: 'UserLambdaValidationException' });
  there().target.trigger.answer = answer;
  expect(await create('dora', ['register-repairs'])).toMatchObject({ by: 'invitation', user: { status: 'invited' } });
  expect(there().target.mails).toHaveLength(1);
});

describe('somebody who has chosen a password', () => {
  test('gets no invitation, exactly the groups named, and the store', async () => {
    const { user } = await create('emil', ['register-returns', 'register-repairs'], own);
    const again = await create('emil', ['register-repairs'], undefined, 'UK-1002');
    expect(there().target.mails).toEqual([]);
    expect(again.by).toBe('own password');
    expect([...again.user.groups].sort()).toEqual(['dev-NUK', 'dev-register-repairs']);
    expect(await rowOf(user.sub)).toMatchObject({ groups: again.user.groups, storeId: 'UK-1002' });
    expect(await there().directory.pool.find(region, user.sub)).toMatchObject({ groups: again.user.groups });
    expect((await there().events(user)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['removedFromGroup', 'storeChanged']),
    );
  });

  test('loses a role, too, that only Cognito knew of', async () => {
    const { user } = await create('gert', ['register-repairs'], own);
    await there().target.client.send(
      new AdminAddUserToGroupCommand({
        UserPoolId: there().pool.UserPoolId,
        Username: user.sub,
        GroupName: 'dev-register-returns',
      }),
    );
    const again = await create('gert', ['register-repairs']);
    expect([...again.user.groups].sort()).toEqual(['dev-NUK', 'dev-register-repairs']);
    expect((await there().directory.pool.find(region, user.sub))?.groups).toEqual(again.user.groups);
  });
});

describe('a user with a password', () => {
  test('signs in at once, and no email is sent', async () => {
    const { user, by } = await create('gina', ['admin'], own);
    expect(by).toBe('password');
    expect(user).toMatchObject({ status: 'confirmed', storeId: 'UK-1001' });
    expect([...user.groups].sort()).toEqual(['dev-NUK', 'dev-admin']);
    expect(user).not.toHaveProperty('inviteExpiresAt');
    expect(there().target.mails).toEqual([]);
    expect(await there().pool.signIn(emailOf('gina'))).toMatchObject({ AccessToken: expect.any(String) });
  });

  test('made of somebody invited is confirmed, and sessions begun with an older password have ended', async () => {
    const { user: invited } = await create('hans', []);
    const before = new Date().toISOString();
    const { user } = await create('hans', [], own);
    expect(user).toMatchObject({ sub: invited.sub, status: 'confirmed' });
    expect(user.validAfter && user.validAfter >= before).toBe(true);
  });
});
