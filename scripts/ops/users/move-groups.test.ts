import { expect, test } from '@jest/globals';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import { buildActor, setUpTestDirectory } from '#scripts/testing/directory.ts';
import { groups } from '#shared/users/groups.ts';
import { moveGroups } from './move-groups.ts';

const { getDirectory, invite } = setUpTestDirectory();
const toGroupNames = (prefix: string) => groups.map((group) => `${prefix}-${group}`);
const newNames = toGroupNames('portal');
const formerNames = toGroupNames('dev');
const findGroups = async ({ sub }: User, { pool } = getDirectory().directory) => (await pool.find('nuk', sub))?.groups;

test('moves members of renamed groups, who keep their roles throughout', async () => {
  for (const name of newNames) await getDirectory().createGroup(name);
  const user = await invite({ roles: ['register-repairs', 'register-returns'] });
  const transitionDirectory = getDirectory().openWithGroups([...newNames, ...formerNames]);
  const rolesBeforeEachCall: number[][] = [];
  getDirectory().hooks.before = async (operation) => {
    if (!operation.startsWith('AdminRemove') && !operation.startsWith('AdminAdd')) return;
    const groupsInBothStores = [
      await getDirectory().readRow(user),
      { groups: (await findGroups(user, transitionDirectory)) ?? [] },
    ];
    rolesBeforeEachCall.push(
      groupsInBothStores.map((groupsInStore) => findRoles(groupsInStore, transitionDirectory.configuredGroups).length),
    );
  };

  expect(await moveGroups(transitionDirectory, buildActor())).toEqual({ movedCount: 3, failures: [] });
  // Before each call, the user has both roles in the users table and in Cognito, from which an interrupted move
  // continues.
  expect(rolesBeforeEachCall).toEqual(Array.from({ length: 6 }, () => [2, 2]));

  // The stage no longer has the former names; no reconciliation has run yet.
  const renamedDirectory = getDirectory().openWithGroups(newNames);
  const row = await getDirectory().readRow(user);
  expect(row.groups.toSorted()).toEqual(['portal-NUK', 'portal-register-repairs', 'portal-register-returns']);
  expect(findRoles(row, renamedDirectory.configuredGroups)).toEqual(['register-repairs', 'register-returns']);
  expect(await findGroups(user)).toEqual([]);
  expect(await moveGroups(transitionDirectory, buildActor())).toEqual({ movedCount: 0, failures: [] });
  expect(await renamedDirectory.reconcile('nuk')).toMatchObject({ differences: [] });
});

test('revokes a role under both group names while groups are renamed', async () => {
  const user = await invite({ roles: ['register-repairs'] });
  const transitionDirectory = getDirectory().openWithGroups([...newNames, ...formerNames]);
  const row = await transitionDirectory.administration.removeFromGroup(buildActor(), user, 'register-repairs');
  expect(findRoles(row, transitionDirectory.configuredGroups)).toEqual([]);
  expect(await findGroups(user)).toEqual(['dev-NUK']);
});
