import { expect, test } from '@jest/globals';
import { toOutcome, testIfTargetHas } from '#scripts/local-cloud/testing/cognito-target.ts';
import { openPortalPool, resendOptions, createPortalPool } from './testing/steps.ts';

const { target, portal } = openPortalPool();

test('rejects an email that exists, in any letter case, even concurrently', async () => {
  await portal.invite('taken@example.com');
  expect(await toOutcome(portal.invite('Taken@Example.com'))).toContain('UsernameExistsException');
  const calls = [portal.invite('race@example.com'), portal.invite('race@example.com')];
  expect((await Promise.all(calls.map(toOutcome))).sort()).toEqual([
    expect.stringContaining('UsernameExistsException'),
    'succeeded',
  ]);
});

test('rejects an invalid username, password or attribute', async () => {
  expect(await toOutcome(portal.invite('no-address'))).toBe('InvalidParameterException: Username should be an email.');
  expect(await toOutcome(portal.invite('p@example.com', { TemporaryPassword: 'alllowercase1!' }))).toBe(
    'InvalidPasswordException: Password did not conform with policy: Password must have uppercase characters',
  );
  const UserAttributes = [{ Name: 'custom:store', Value: 'x' }];
  expect(await toOutcome(portal.invite('p@example.com', { UserAttributes }))).toContain('InvalidParameterException');
  await portal.invite('set@example.com');
  expect(await toOutcome(portal.setPassword('set@example.com', 'Short-1', true))).toContain('InvalidPasswordException');
});

test('allows RESEND for invited users only', async () => {
  const sub = await portal.createConfirmedUser('confirmed@example.com');
  expect(await toOutcome(portal.invite('confirmed@example.com', resendOptions))).toBe(
    `UnsupportedUserStateException: Resend not possible. ${sub} status is not FORCE_CHANGE_PASSWORD`,
  );
  expect(await toOutcome(portal.invite('never@example.com', resendOptions))).toContain('UserNotFoundException');
});

test('returns UserNotFoundException for an unknown user', async () => {
  const userId = { UserPoolId: portal.UserPoolId, Username: 'nobody@example.com' };
  for (const call of [
    portal.cognito.adminGetUser(userId),
    portal.cognito.adminDeleteUser(userId),
    portal.cognito.adminDisableUser(userId),
    portal.cognito.adminEnableUser(userId),
    portal.cognito.adminListGroupsForUser(userId),
    portal.cognito.adminUserGlobalSignOut(userId),
  ])
    expect(await toOutcome(call)).toBe('UserNotFoundException: User does not exist.');
});

test('rejects an unknown group and a page of more than 60', async () => {
  const { UserPoolId, cognito } = portal;
  const GroupName = 'nobody';
  const Username = (await portal.invite('member@example.com')).User?.Username;
  for (const call of [
    cognito.listUsersInGroup({ UserPoolId, GroupName }),
    cognito.adminAddUserToGroup({ UserPoolId, Username, GroupName }),
  ])
    expect(await toOutcome(call)).toBe('ResourceNotFoundException: Group not found.');
  await target.makeGroup(UserPoolId, 'empty');
  for (const call of [
    cognito.listUsersInGroup({ UserPoolId, GroupName: 'empty', Limit: 61 }),
    cognito.listUsers({ UserPoolId, Limit: 61 }),
  ])
    expect(await toOutcome(call)).toContain('InvalidParameterException');
});

testIfTargetHas('consistentLists')('lists users and group members in pages in order of creation', async () => {
  const { cognito, UserPoolId, invite } = await createPortalPool(target);
  await target.makeGroup(UserPoolId, 'staff');
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
  for (const Username of names) await invite(Username);
  for (const Username of names.slice(1))
    await cognito.adminAddUserToGroup({ UserPoolId, Username, GroupName: 'staff' });
  const baseInput = { UserPoolId, Limit: 2 };
  const listUsers = async (PaginationToken?: string) => {
    const page = await cognito.listUsers({ ...baseInput, PaginationToken });
    return { items: page.Users, next: page.PaginationToken };
  };
  const listMembers = async (NextToken?: string) => {
    const page = await cognito.listUsersInGroup({ ...baseInput, GroupName: 'staff', NextToken });
    return { items: page.Users, next: page.NextToken };
  };
  for (const [list, expected] of [
    [listUsers, names],
    [listMembers, names.slice(1)],
  ] as const) {
    const pages: (string | undefined)[][] = [];
    let next: string | undefined;
    do {
      const page = await list(next);
      pages.push((page.items ?? []).map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value));
      next = page.next;
    } while (next);
    expect(Math.max(...pages.map(({ length }) => length))).toBe(2);
    expect(pages.flat()).toEqual(expected);
    expect(await toOutcome(list('nonsense'))).toContain('InvalidParameterException');
  }
});
