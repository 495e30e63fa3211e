import { AdminDeleteUserCommand, AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from '@jest/globals';
import { rolesOf } from '#lambdas/lib/users/user-row.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { directoryForTests } from '#scripts/testing/directory.ts';
import type { Role } from '#shared/users/groups.ts';
import { userChanges } from './change-user.ts';
import { createUser } from './create.ts';
import { reinvite } from './reinvite.ts';

const { there } = directoryForTests();

const region = 'nuk';
const actor = { by: 'operator', requestId: 'command-1' };
const create = (email: string, roles: readonly Role[]) =>
  createUser(there().directory, actor, { region, email, storeId: 'UK-1', storeName: 'One', roles }, undefined);
const listAll = async () => {
  const rows: User[] = [];
  for await (const page of there().directory.users.everybody(region)) rows.push(...page);
  return rows;
};
const toAttributes = (rows: readonly User[]) =>
  rows.map((row) => [row.email, row.storeId, row.enabled, rolesOf(row, there().directory.configuredGroups)]);

test('recreates the users of a new pool without notifying disabled ones', async () => {
  await create('admin@store.example', ['admin']);
  await create('anna@store.example', ['register-repairs']);
  await create('left@store.example', ['register-returns']);
  await userChanges(there().directory, actor).disable({ region, email: 'left@store.example' });
  const rowsBefore = await listAll();
  for (const { sub } of rowsBefore)
    await there().target.client.send(
      new AdminDeleteUserCommand({ UserPoolId: there().pool.UserPoolId, Username: sub }),
    );
  there().target.mails.splice(0);

  expect(await reinvite(there().directory, actor, region)).toEqual({ invited: 2, disabled: 1 });

  const rowsAfter = await listAll();
  expect(toAttributes(rowsAfter)).toEqual(toAttributes(rowsBefore));
  expect(rowsAfter.some(({ sub }) => rowsBefore.some((earlier) => earlier.sub === sub))).toBe(false);
  expect(
    there()
      .target.mails.map(({ to }) => to)
      .toSorted(),
  ).toEqual(['admin@store.example', 'anna@store.example']);
  const leftUser = { UserPoolId: there().pool.UserPoolId, Username: 'left@store.example' };
  expect((await there().target.client.send(new AdminGetUserCommand(leftUser))).Enabled).toBe(false);
  expect((await there().directory.reconcile(region)).differences).toEqual([]);

  // A second run sends nothing.
  there().target.mails.splice(0);
  expect(await reinvite(there().directory, actor, region)).toEqual({ invited: 0, disabled: 0 });
  expect(there().target.mails).toEqual([]);
});

test('reconcile fails rather than remove most users', async () => {
  for (let index = 0; index < 25; index += 1)
    await there().directory.users.put({
      ...((await listAll())[0] as User),
      id: `${region}#gone-${index}`,
      sub: `gone-${index}`,
      email: `gone-${index}@store.example`,
    });
  await expect(there().directory.reconcile(region, { mendAs: actor })).rejects.toThrow(
    'Cognito does not know 25 of the 28 users of nuk',
  );
  expect(await listAll()).toHaveLength(28);
  // A report without changes is still possible.
  expect((await there().directory.reconcile(region)).differences).toHaveLength(25);
});
