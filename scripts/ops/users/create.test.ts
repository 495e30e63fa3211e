import { AdminAddUserToGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import { permanentPassword } from '#scripts/quality/contract/testing/steps.ts';
import { setUpTestDirectory } from '#scripts/testing/directory.ts';
import type { Role } from '#shared/users/groups.ts';
import { createUser } from './create.ts';

const { getDirectory } = setUpTestDirectory();

const actor = { by: 'operator', requestId: 'command-1' };
const region = 'nuk';
const toEmail = (name: string) => `${name}@store.example`;
const create = (name: string, roles: readonly Role[], password?: string, storeId = 'UK-1001') =>
  createUser(
    getDirectory().directory,
    actor,
    { region, email: toEmail(name), storeId, storeName: 'Oxford Street', roles },
    password,
  );
const getRow = (sub: string) => getDirectory().directory.users.get(region, sub);

test('invites a user again with the groups of the second run', async () => {
  const { user, signInMethod } = await create('cleo', ['register-repairs']);
  expect([signInMethod, user.status]).toEqual(['invitation', 'invited']);
  expect(await getDirectory().directory.stores.find(region, 'UK-1001')).toMatchObject({ storeName: 'Oxford Street' });
  const secondResult = await create('cleo', ['register-returns']);
  expect(secondResult).toMatchObject({ signInMethod: 'invitation', user: { sub: user.sub } });
  expect(secondResult.user.groups.toSorted()).toEqual(['dev-NUK', 'dev-register-returns']);
  expect(getDirectory().cognitoTarget.mails.map(({ subject }) => subject)).toEqual([
    'Your access to the retailer support portal',
    'Your new invitation to the retailer support portal',
  ]);
});

test('matches the store despite a different spelling', async () => {
  await create('alma', ['register-repairs']);
  const { user } = await create('bela', ['register-repairs'], undefined, 'uk 1001');
  expect(user).toMatchObject({ storeId: 'UK-1001', storeName: 'Oxford Street' });
  expect(await getDirectory().directory.stores.list(region)).toEqual([
    { storeId: 'UK-1001', storeName: 'Oxford Street' },
  ]);
});

test('completes an invitation whose first email failed', async () => {
  const { answer } = getDirectory().cognitoTarget.trigger;
  getDirectory().cognitoTarget.trigger.answer = () => {
    throw new Error('no');
  };
  await expect(create('dora', ['register-repairs'])).rejects.toMatchObject({ name: 'UserLambdaValidationException' });
  getDirectory().cognitoTarget.trigger.answer = answer;
  expect(await create('dora', ['register-repairs'])).toMatchObject({
    signInMethod: 'invitation',
    user: { status: 'invited' },
  });
  expect(getDirectory().cognitoTarget.mails).toHaveLength(1);
});

describe('createUser for a user with their own password', () => {
  test('sends no invitation, and sets exactly these groups and the store', async () => {
    const { user } = await create('emil', ['register-returns', 'register-repairs'], permanentPassword);
    const secondResult = await create('emil', ['register-repairs'], undefined, 'UK-1002');
    expect(getDirectory().cognitoTarget.mails).toEqual([]);
    expect(secondResult.signInMethod).toBe('own password');
    expect([...secondResult.user.groups].sort()).toEqual(['dev-NUK', 'dev-register-repairs']);
    expect(await getRow(user.sub)).toMatchObject({ groups: secondResult.user.groups, storeId: 'UK-1002' });
    expect(await getDirectory().directory.pool.find(region, user.sub)).toMatchObject({
      groups: secondResult.user.groups,
    });
    expect((await getDirectory().listEvents(user)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['removedFromGroup', 'storeChanged']),
    );
  });

  test('removes a role that only Cognito had', async () => {
    const { user } = await create('gert', ['register-repairs'], permanentPassword);
    await getDirectory().cognitoTarget.client.send(
      new AdminAddUserToGroupCommand({
        UserPoolId: getDirectory().pool.UserPoolId,
        Username: user.sub,
        GroupName: 'dev-register-returns',
      }),
    );
    const secondResult = await create('gert', ['register-repairs']);
    expect([...secondResult.user.groups].sort()).toEqual(['dev-NUK', 'dev-register-repairs']);
    expect((await getDirectory().directory.pool.find(region, user.sub))?.groups).toEqual(secondResult.user.groups);
  });
});

describe('createUser with a password', () => {
  test('lets the user sign in at once without an email', async () => {
    const { user, signInMethod } = await create('gina', ['admin'], permanentPassword);
    expect(signInMethod).toBe('password');
    expect(user).toMatchObject({ status: 'confirmed', storeId: 'UK-1001' });
    expect([...user.groups].sort()).toEqual(['dev-NUK', 'dev-admin']);
    expect(user).not.toHaveProperty('inviteExpiresAt');
    expect(getDirectory().cognitoTarget.mails).toEqual([]);
    expect(await getDirectory().pool.signIn(toEmail('gina'))).toMatchObject({ AccessToken: expect.any(String) });
  });

  test('confirms an invited user and ends earlier sessions', async () => {
    const { user: invitedUser } = await create('hans', []);
    const timeBefore = new Date().toISOString();
    const { user } = await create('hans', [], permanentPassword);
    expect(user).toMatchObject({ sub: invitedUser.sub, status: 'confirmed' });
    expect(user.validAfter && user.validAfter >= timeBefore).toBe(true);
  });
});
