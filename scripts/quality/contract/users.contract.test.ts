import { expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, resent, setUp } from './testing/steps.ts';

const { target, portal } = contractPortal();

test('an address is taken once, whatever its case, also by two at the same time', async () => {
  await portal.invite('taken@example.com');
  expect(await refusal(portal.invite('Taken@Example.com'))).toContain('UsernameExistsException');
  const calls = [portal.invite('race@example.com'), portal.invite('race@example.com')];
  expect((await Promise.all(calls.map(refusal))).sort()).toEqual([
    expect.stringContaining('UsernameExistsException'),
    'not refused',
  ]);
});

test('the username must be an email, the password fit the policy, the attributes the schema', async () => {
  expect(await refusal(portal.invite('no-address'))).toBe('InvalidParameterException: Username should be an email.');
  expect(await refusal(portal.invite('p@example.com', { TemporaryPassword: 'alllowercase1!' }))).toBe(
    'InvalidPasswordException: Password did not conform with policy: Password must have uppercase characters',
  );
  const UserAttributes = [{ Name: 'custom:store', Value: 'x' }];
  expect(await refusal(portal.invite('p@example.com', { UserAttributes }))).toContain('InvalidParameterException');
  await portal.invite('set@example.com');
  expect(await refusal(portal.setPassword('set@example.com', 'Short-1', true))).toContain('InvalidPasswordException');
});

test('RESEND is for invited users only', async () => {
  const sub = await portal.confirmed('confirmed@example.com');
  expect(await refusal(portal.invite('confirmed@example.com', resent))).toBe(
    `UnsupportedUserStateException: Resend not possible. ${sub} status is not FORCE_CHANGE_PASSWORD`,
  );
  expect(await refusal(portal.invite('never@example.com', resent))).toContain('UserNotFoundException');
});

test('nothing can be done to somebody who is not there', async () => {
  const who = { UserPoolId: portal.UserPoolId, Username: 'nobody@example.com' };
  for (const call of [
    portal.cognito.adminGetUser(who),
    portal.cognito.adminDeleteUser(who),
    portal.cognito.adminDisableUser(who),
    portal.cognito.adminEnableUser(who),
    portal.cognito.adminListGroupsForUser(who),
    portal.cognito.adminUserGlobalSignOut(who),
  ])
    expect(await refusal(call)).toBe('UserNotFoundException: User does not exist.');
});

test('a group that does not exist is refused, and a page of more than 60', async () => {
  const { UserPoolId, cognito } = portal;
  const GroupName = 'nobody';
  const Username = (await portal.invite('member@example.com')).User?.Username;
  for (const call of [
    cognito.listUsersInGroup({ UserPoolId, GroupName }),
    cognito.adminAddUserToGroup({ UserPoolId, Username, GroupName }),
  ])
    expect(await refusal(call)).toBe('ResourceNotFoundException: Group not found.');
  await target.makeGroup(UserPoolId, 'empty');
  for (const call of [
    cognito.listUsersInGroup({ UserPoolId, GroupName: 'empty', Limit: 61 }),
    cognito.listUsers({ UserPoolId, Limit: 61 }),
  ])
    expect(await refusal(call)).toContain('InvalidParameterException');
});

testWith('lists')('users and members of a group come in pages, each once, in the order of their making', async () => {
  const { cognito, UserPoolId, invite } = await setUp(target);
  await target.makeGroup(UserPoolId, 'staff');
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
  for (const Username of names) await invite(Username);
  for (const Username of names.slice(1))
    await cognito.adminAddUserToGroup({ UserPoolId, Username, GroupName: 'staff' });
  const who = { UserPoolId, Limit: 2 };
  const users = async (PaginationToken?: string) => {
    const page = await cognito.listUsers({ ...who, PaginationToken });
    return { items: page.Users, next: page.PaginationToken };
  };
  const members = async (NextToken?: string) => {
    const page = await cognito.listUsersInGroup({ ...who, GroupName: 'staff', NextToken });
    return { items: page.Users, next: page.NextToken };
  };
  for (const [list, all] of [
    [users, names],
    [members, names.slice(1)],
  ] as const) {
    const seen: (string | undefined)[][] = [];
    let next: string | undefined;
    do {
      const page = await list(next);
      seen.push((page.items ?? []).map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value));
      next = page.next;
    } while (next);
    expect(Math.max(...seen.map(({ length }) => length))).toBe(2);
    expect(seen.flat()).toEqual(all);
    expect(await refusal(list('nonsense'))).toContain('InvalidParameterException');
  }
});
