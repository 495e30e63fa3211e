import { AdminDeleteUserCommand, AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from '@jest/globals';
import { rolesOf } from '#lambdas/directory/user-row.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { Role } from '#shared/groups.ts';
import { directoryForTests } from '../testing/directory.ts';
import { userChanges } from './changes.ts';
import { createUser } from './create.ts';
import { reinvite } from './reinvite.ts';

const { there } = directoryForTests();

const region = 'nuk';
const actor = { by: 'operator', requestId: 'command-1' };
const create = (email: string, roles: readonly Role[]) =>
  createUser(there().directory, actor, { region, email, storeId: 'UK-1', storeName: 'One', roles }, undefined);
const everybody = async () => {
  const rows: User[] = [];
  for await (const page of there().directory.users.everybody(region)) rows.push(...page);
  return rows;
};
const facts = (rows: readonly User[]) =>
  rows.map((row) => [row.email, row.storeId, row.enabled, rolesOf(row, there().directory.configuredGroups)]);

test('a pool that was made anew is filled from the directory, and nobody who was disabled hears of it', async () => {
  await create('admin@store.example', ['admin']);
  await create('anna@store.example', ['register-repairs']);
  await create('left@store.example', ['register-returns']);
  await userChanges(there().directory, actor).disable({ region, email: 'left@store.example' });
  const before = await everybody();
  for (const { sub } of before)
    await there().target.client.send(
      new AdminDeleteUserCommand({ UserPoolId: there().pool.UserPoolId, Username: sub }),
    );
  there().target.mails.splice(0);

  expect(await reinvite(there().directory, actor, region)).toEqual({ invited: 2, disabled: 1 });

  const after = await everybody();
  expect(facts(after)).toEqual(facts(before));
  expect(after.some(({ sub }) => before.some((old) => old.sub === sub))).toBe(false);
  expect(
    there()
      .target.mails.map(({ to }) => to)
      .toSorted(),
  ).toEqual(['admin@store.example', 'anna@store.example']);
  const left = { UserPoolId: there().pool.UserPoolId, Username: 'left@store.example' };
  expect((await there().target.client.send(new AdminGetUserCommand(left))).Enabled).toBe(false);
  expect((await there().directory.reconcile(region)).differences).toEqual([]);

  // Once more sends nothing.
  there().target.mails.splice(0);
  expect(await reinvite(there().directory, actor, region)).toEqual({ invited: 0, disabled: 0 });
  expect(there().target.mails).toEqual([]);
});

test('reconciling never empties the directory because the pool is another one', async () => {
  for (let index = 0; index < 25; index += 1)
    await there().directory.users.put({
      ...((await everybody())[0] as User),
      id: `${region}#gone-${index}`,
      sub: `gone-${index}`,
      email: `gone-${index}@store.example`,
    });
  await expect(there().directory.reconcile(region, { mendAs: actor })).rejects.toThrow(
    'Cognito does not know 25 of the 28 users of nuk',
  );
  expect(await everybody()).toHaveLength(28);
  // To be looked at, it is shown.
  expect((await there().directory.reconcile(region)).differences).toHaveLength(25);
});
