import { expect, test } from '@jest/globals';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import { buildActor, setUpTestDirectory } from '#scripts/testing/directory.ts';
import { groups } from '#shared/users/groups.ts';
import { moveGroups } from './move-groups.ts';

const { getDirectory, invite } = setUpTestDirectory();
const toNames = (prefix: string) => groups.map((group) => `${prefix}-${group}`);
const newNames = toNames('portal');
const formerNames = toNames('dev');
const findGroups = async ({ sub }: User, { pool } = getDirectory().directory) => (await pool.find('nuk', sub))?.groups;

test('moves members of renamed groups without a moment without roles', async () => {
  for (const name of newNames) await getDirectory().makeGroup(name);
  const user = await invite({ roles: ['register-repairs', 'register-returns'] });
  const transition = getDirectory().openWithGroups([...newNames, ...formerNames]);
  const rolesBeforeEachCall: number[][] = [];
  getDirectory().hooks.before = async (operation) => {
    if (!operation.startsWith('AdminRemove') && !operation.startsWith('AdminAdd')) return;
    const places = [await getDirectory().row(user), { groups: (await findGroups(user, transition)) ?? [] }];
    rolesBeforeEachCall.push(places.map((place) => findRoles(place, transition.configuredGroups).length));
  };

  expect(await moveGroups(transition, buildActor())).toEqual({ moved: 3, failures: [] });
  // In the portal, and in Cognito, from which an interrupted move goes on.
  expect(rolesBeforeEachCall).toEqual(Array.from({ length: 6 }, () => [2, 2]));

  // The stage after the former names are gone, before any reconciliation.
  const renamed = getDirectory().openWithGroups(newNames);
  const row = await getDirectory().row(user);
  expect(row.groups.toSorted()).toEqual(['portal-NUK', 'portal-register-repairs', 'portal-register-returns']);
  expect(findRoles(row, renamed.configuredGroups)).toEqual(['register-repairs', 'register-returns']);
  expect(await findGroups(user)).toEqual([]);
  expect(await moveGroups(transition, buildActor())).toEqual({ moved: 0, failures: [] });
  expect(await renamed.reconcile('nuk')).toMatchObject({ differences: [] });
});

test('takes roles away under both names while groups are renamed', async () => {
  const user = await invite({ roles: ['register-repairs'] });
  const transition = getDirectory().openWithGroups([...newNames, ...formerNames]);
  const row = await transition.administration.removeFromGroup(buildActor(), user, 'register-repairs');
  expect(findRoles(row, transition.configuredGroups)).toEqual([]);
  expect(await findGroups(user)).toEqual(['dev-NUK']);
});
