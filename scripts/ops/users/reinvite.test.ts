import { AdminDeleteUserCommand, AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from '@jest/globals';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { setUpTestDirectory } from '#scripts/testing/directory.ts';
import type { Role } from '#shared/users/groups.ts';
import { createUserChanges } from './change-user.ts';
import { createUser } from './create.ts';
import { reinviteAll } from './reinvite.ts';

const { getDirectory } = setUpTestDirectory();

const region = 'nuk';
const actor = { by: 'operator', requestId: 'command-1' };
const create = (email: string, roles: readonly Role[]) =>
  createUser(getDirectory().directory, actor, { region, email, storeId: 'UK-1', storeName: 'One', roles }, undefined);
const listAll = async () => {
  const rows: User[] = [];
  for await (const page of getDirectory().directory.users.listAll(region)) rows.push(...page);
  return rows;
};
const toAttributes = (rows: readonly User[]) =>
  rows.map((row) => [row.email, row.storeId, row.enabled, findRoles(row, getDirectory().directory.configuredGroups)]);

test('recreates the users of a new pool without notifying disabled ones', async () => {
  await create('admin@store.example', ['admin']);
  await create('anna@store.example', ['register-repairs']);
  await create('left@store.example', ['register-returns']);
  await createUserChanges(getDirectory().directory, actor).disable({ region, email: 'left@store.example' });
  const rowsBefore = await listAll();
  for (const { sub } of rowsBefore)
    await getDirectory().cognitoTarget.client.send(
      new AdminDeleteUserCommand({ UserPoolId: getDirectory().pool.UserPoolId, Username: sub }),
    );
  getDirectory().cognitoTarget.mails.splice(0);

  expect(await reinviteAll(getDirectory().directory, actor, region)).toEqual({ invitedCount: 2, disabledCount: 1 });

  const rowsAfter = await listAll();
  expect(toAttributes(rowsAfter)).toEqual(toAttributes(rowsBefore));
  expect(rowsAfter.some(({ sub }) => rowsBefore.some((earlier) => earlier.sub === sub))).toBe(false);
  expect(
    getDirectory()
      .cognitoTarget.mails.map(({ to }) => to)
      .toSorted(),
  ).toEqual(['admin@store.example', 'anna@store.example']);
  const disabledUser = { UserPoolId: getDirectory().pool.UserPoolId, Username: 'left@store.example' };
  expect((await getDirectory().cognitoTarget.client.send(new AdminGetUserCommand(disabledUser))).Enabled).toBe(false);
  expect((await getDirectory().directory.reconcile(region)).differences).toEqual([]);

  // A second run sends nothing.
  getDirectory().cognitoTarget.mails.splice(0);
  expect(await reinviteAll(getDirectory().directory, actor, region)).toEqual({ invitedCount: 0, disabledCount: 0 });
  expect(getDirectory().cognitoTarget.mails).toEqual([]);
});

test('reconcile throws instead of removing most users', async () => {
  for (let index = 0; index < 25; index += 1)
    await getDirectory().directory.users.put({
      ...((await listAll())[0] as User),
      id: `${region}#gone-${index}`,
      sub: `gone-${index}`,
      email: `gone-${index}@store.example`,
    });
  await expect(getDirectory().directory.reconcile(region, { repairAs: actor })).rejects.toThrow(
    'Cognito does not know 25 of the 28 users of nuk',
  );
  expect(await listAll()).toHaveLength(28);
  // A report without changes is still possible.
  expect((await getDirectory().directory.reconcile(region)).differences).toHaveLength(25);
});
