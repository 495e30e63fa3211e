import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own, setUp, temporary } from './testing/steps.ts';

const { target, portal } = contractPortal();

/** All that a list shows, asked for a page at a time. */
const allPages = async <Item>(
  most: number,
  ask: (token?: string) => Promise<{ items: Item[] | undefined; next: string | undefined }>,
) => {
  const seen: Item[] = [];
  let token: string | undefined;
  do {
    const { items = [], next } = await ask(token);
    expect(items.length).toBeLessThanOrEqual(most);
    seen.push(...items);
    token = next;
  } while (token);
  return seen;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('a created user has the sub as username and waits for a password change', async () => {
  const { User } = await portal.invite('created@example.com');
  expect(User).toMatchObject({
    Enabled: true,
    UserStatus: 'FORCE_CHANGE_PASSWORD',
    Username: expect.stringMatching(uuid),
  });
  const got = await portal.adminGet('created@example.com');
  expect(got).toMatchObject({
    Username: User?.Username,
    UserStatus: 'FORCE_CHANGE_PASSWORD',
    UserCreateDate: expect.any(Date),
  });
  expect(got.UserAttributes).toEqual(
    expect.arrayContaining([
      { Name: 'sub', Value: User?.Username },
      { Name: 'email', Value: 'created@example.com' },
      { Name: 'email_verified', Value: 'true' },
    ]),
  );
});

test('an address is taken once, whatever its case', async () => {
  await portal.invite('taken@example.com');
  expect((await refusal(portal.invite('Taken@Example.com'))).name).toBe('UsernameExistsException');
});

test('two creations of one address at the same time make one user', async () => {
  const calls = [portal.invite('race@example.com'), portal.invite('race@example.com')];
  expect((await Promise.all(calls.map(refusal))).map(({ name }) => name).sort()).toEqual([
    'UsernameExistsException',
    'none',
  ]);
});

test('the username must be an email, the password fit the policy, the attributes the schema', async () => {
  expect(await refusal(portal.invite('no-address'))).toEqual({
    name: 'InvalidParameterException',
    message: 'Username should be an email.',
  });
  expect(await refusal(portal.invite('p@example.com', { TemporaryPassword: 'alllowercase1!' }))).toEqual({
    name: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password must have uppercase characters',
  });
  expect(
    await refusal(portal.invite('p@example.com', { UserAttributes: [{ Name: 'custom:store', Value: 'x' }] })),
  ).toMatchObject({
    name: 'InvalidParameterException',
  });
});

test('RESEND is for invited users only', async () => {
  const resend = {
    MessageAction: 'RESEND' as const,
    DesiredDeliveryMediums: ['EMAIL' as const],
    UserAttributes: undefined,
  };
  const sub = await portal.confirmed('confirmed@example.com');
  expect(await refusal(portal.invite('confirmed@example.com', resend))).toEqual({
    name: 'UnsupportedUserStateException',
    message: `Resend not possible. ${sub} status is not FORCE_CHANGE_PASSWORD`,
  });
  expect((await refusal(portal.invite('never@example.com', resend))).name).toBe('UserNotFoundException');
});

test('AdminSetUserPassword: permanent confirms, temporary asks for a new one', async () => {
  await portal.invite('set@example.com');
  const set = (Password: string, Permanent: boolean) =>
    portal.send(
      new AdminSetUserPasswordCommand({
        UserPoolId: portal.UserPoolId,
        Username: 'set@example.com',
        Password,
        Permanent,
      }),
    );
  await set(own, true);
  expect((await portal.adminGet('set@example.com')).UserStatus).toBe('CONFIRMED');
  await set(temporary, false);
  expect((await portal.start('set@example.com', temporary)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  expect((await refusal(set('Short-1', true))).name).toBe('InvalidPasswordException');
});

test('a deleted user is gone and the address free', async () => {
  await portal.invite('gone@example.com');
  await portal.send(new AdminDeleteUserCommand({ UserPoolId: portal.UserPoolId, Username: 'gone@example.com' }));
  expect(await refusal(portal.adminGet('gone@example.com'))).toEqual({
    name: 'UserNotFoundException',
    message: 'User does not exist.',
  });
  await expect(portal.invite('gone@example.com')).resolves.toMatchObject({ User: { Enabled: true } });
});

test('groups: add, list, remove, and what does not exist', async () => {
  const { UserPoolId } = portal;
  for (const GroupName of ['admin', 'ndach']) await target.makeGroup(UserPoolId, GroupName);
  const Username = (await portal.invite('member@example.com')).User?.Username ?? '';
  const groupsOf = async () => {
    const { Groups: list } = await portal.send(new AdminListGroupsForUserCommand({ UserPoolId, Username }));
    return list?.map(({ GroupName }) => GroupName).sort();
  };
  const add = (GroupName: string) => portal.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName }));
  await add('admin');
  await add('ndach');
  await add('ndach');
  expect(await groupsOf()).toEqual(['admin', 'ndach']);
  await portal.send(new AdminRemoveUserFromGroupCommand({ UserPoolId, Username, GroupName: 'admin' }));
  expect(await groupsOf()).toEqual(['ndach']);
  expect(await refusal(add('nobody'))).toEqual({ name: 'ResourceNotFoundException', message: 'Group not found.' });
});

// ListUsers on AWS lags behind writes, so that what it finds is asked of the emulator only.
testWith('refusals')('ListUsers pages through every user once', async () => {
  const pool = await setUp(target);
  const names = Array.from({ length: 7 }, (_, index) => `user${index}@example.com`);
  for (const name of names) await pool.invite(name);
  const seen = await allPages(3, async (PaginationToken) => {
    const page = await pool.send(new ListUsersCommand({ UserPoolId: pool.UserPoolId, Limit: 3, PaginationToken }));
    return { items: page.Users, next: page.PaginationToken };
  });
  expect(seen.map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value)).toEqual(names);
});

test('disabling, enabling and a renewed invitation are dated as the last change, and the creation stays', async () => {
  const { UserPoolId } = portal;
  const Username = (await portal.invite('dated@example.com')).User?.Username ?? '';
  const changes = [
    () => portal.send(new AdminDisableUserCommand({ UserPoolId, Username })),
    () => portal.send(new AdminEnableUserCommand({ UserPoolId, Username })),
    () =>
      portal.invite('dated@example.com', {
        MessageAction: 'RESEND',
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: undefined,
      }),
  ];
  const first = await portal.adminGet(Username);
  let last = first.UserLastModifiedDate?.getTime() ?? 0;
  for (const change of changes) {
    await target.moment();
    await change();
    const { UserCreateDate, UserLastModifiedDate } = await portal.adminGet(Username);
    expect(UserCreateDate).toEqual(first.UserCreateDate);
    expect(UserLastModifiedDate?.getTime()).toBeGreaterThan(last);
    last = UserLastModifiedDate?.getTime() ?? 0;
  }
});

test('nothing can be done to somebody who is not there', async () => {
  const { UserPoolId } = portal;
  const who = { UserPoolId, Username: 'nobody@example.com' };
  for (const command of [
    AdminDeleteUserCommand,
    AdminDisableUserCommand,
    AdminEnableUserCommand,
    AdminListGroupsForUserCommand,
    AdminUserGlobalSignOutCommand,
  ])
    expect(await refusal(portal.send(new command(who)))).toMatchObject({ name: 'UserNotFoundException' });
});

test('the groups of a user come in pages, each once', async () => {
  const { UserPoolId } = portal;
  const names = ['pages-a', 'pages-b', 'pages-c'];
  await portal.invite('pages@example.com');
  const who = { UserPoolId, Username: 'pages@example.com' };
  for (const GroupName of names) {
    await target.makeGroup(UserPoolId, GroupName);
    await portal.send(new AdminAddUserToGroupCommand({ ...who, GroupName }));
  }
  const seen = await allPages(2, async (NextToken) => {
    const page = await portal.send(new AdminListGroupsForUserCommand({ ...who, Limit: 2, NextToken }));
    return { items: page.Groups, next: page.NextToken };
  });
  expect(seen.map(({ GroupName }) => GroupName).sort()).toEqual(names);
});

test('a group that does not exist is refused, and a page of more than 60', async () => {
  const { UserPoolId } = portal;
  expect(await refusal(portal.send(new ListUsersInGroupCommand({ UserPoolId, GroupName: 'nobody' })))).toEqual({
    name: 'ResourceNotFoundException',
    message: 'Group not found.',
  });
  await target.makeGroup(UserPoolId, 'empty');
  expect((await portal.send(new ListUsersInGroupCommand({ UserPoolId, GroupName: 'empty' }))).Users).toEqual([]);
  for (const tooMany of [
    new ListUsersInGroupCommand({ UserPoolId, GroupName: 'empty', Limit: 61 }),
    new ListUsersCommand({ UserPoolId, Limit: 61 }),
  ])
    expect((await refusal(portal.send(tooMany as ListUsersCommand))).name).toBe('InvalidParameterException');
});

// Lists lag behind writes on AWS.
testWith('refusals')('ListUsersInGroup pages through the members once, as ListUsers shows them', async () => {
  const { send, UserPoolId, invite, disable } = await setUp(target);
  await target.makeGroup(UserPoolId, 'staff');
  const names = Array.from({ length: 5 }, (_, index) => `member${index}@example.com`);
  for (const Username of [...names, 'other@example.com']) await invite(Username);
  for (const Username of names)
    await send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName: 'staff' }));
  await disable('member1@example.com');
  const list = (NextToken?: string) =>
    send(new ListUsersInGroupCommand({ UserPoolId, GroupName: 'staff', Limit: 2, NextToken }));
  const seen = await allPages(2, async (NextToken) => {
    const page = await list(NextToken);
    return { items: page.Users, next: page.NextToken };
  });
  const { Users = [] } = await send(new ListUsersCommand({ UserPoolId }));
  expect(seen).toHaveLength(5);
  expect(Users).toEqual(expect.arrayContaining(seen));
  expect((await refusal(list('nonsense'))).name).toBe('InvalidParameterException');
});
