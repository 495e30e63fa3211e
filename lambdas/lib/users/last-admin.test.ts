import { describe, expect, test } from '@jest/globals';
import { buildActor, toCodes, setUpTestDirectory } from '#scripts/testing/directory.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { User } from './user-row.ts';

const { getDirectory, getAdministration, invite, failOperation, restoreOperations } = setUpTestDirectory();

describe('protection of a region’s last admin', () => {
  // No other test creates admins in this region.
  const region: RegionId = 'nfr';
  const removeAdmins = async (...admins: User[]) => {
    for (const user of admins) {
      const row = await getDirectory().directory.users.get(region, user.sub);
      if (row) await getAdministration().removeMissing(buildActor('operator'), row);
    }
  };
  const inviteTwoAdmins = () =>
    Promise.all([invite({ region, roles: ['admin'] }), invite({ region, roles: ['admin'] })]);

  test.each(Array.from({ length: 20 }, (_, round) => [round]))(
    'keeps one admin when two remove each other at once (%d)',
    async (round) => {
      const [firstAdmin, secondAdmin] = await inviteTwoAdmins();
      const removals = [
        (user: User) => getAdministration().removeFromGroup(buildActor(), user, 'admin'),
        (user: User) => getAdministration().disable(buildActor(), user),
        (user: User) => getAdministration().remove(buildActor(), user),
      ];
      // The rounds combine the kinds of removal in different ways.
      const results = await Promise.allSettled([
        removals[round % 3]?.(secondAdmin),
        removals[(round >> 1) % 3]?.(firstAdmin),
      ]);
      expect(toCodes(results).toSorted()).toEqual(['LastAdmin', 'done']);
      const rows = await Promise.all(
        [firstAdmin, secondAdmin].map(({ sub }) => getDirectory().directory.users.get(region, sub)),
      );
      expect(rows.filter((row) => row?.adminOf === region && row.enabled)).toHaveLength(1);
      await removeAdmins(firstAdmin, secondAdmin);
    },
  );

  test('holds after an interrupted removal is repeated', async () => {
    const [firstAdmin, secondAdmin] = await inviteTwoAdmins();
    await getDirectory().directory.users.acquireLease(firstAdmin, {
      losesAdmin: true,
      by: 'interrupted change',
      now: getDirectory().now(),
    });
    // The lease of 30 seconds expires.
    getDirectory().passTime(31);
    await getAdministration().disable(buildActor(), firstAdmin);
    await expect(getAdministration().disable(buildActor(), secondAdmin)).rejects.toMatchObject({ code: 'LastAdmin' });
    await removeAdmins(firstAdmin, secondAdmin);
  });

  test('holds even if a concurrent change has counted a removed admin again', async () => {
    const [firstAdmin, secondAdmin] = await inviteTwoAdmins();
    const { hooks, directory, passTime } = getDirectory();
    hooks.before = async (operation) => {
      if (operation !== 'AdminDisableUser') return;
      hooks.before = () => {};
      // The lease of the removal runs out, so that a change of the store can take it.
      passTime(31);
      const row = await directory.users.get(region, firstAdmin.sub);
      if (row) await getAdministration().changeStore(buildActor(), row, { storeId: 'FR-9', storeName: 'Neuf' });
    };
    await getAdministration().disable(buildActor(), firstAdmin);
    await expect(getAdministration().disable(buildActor(), secondAdmin)).rejects.toMatchObject({ code: 'LastAdmin' });
    await removeAdmins(firstAdmin, secondAdmin);
  });

  test('still counts an admin whose removal failed', async () => {
    const [firstAdmin, secondAdmin] = await inviteTwoAdmins();
    failOperation('AdminDisableUser');
    await expect(getAdministration().disable(buildActor(), firstAdmin)).rejects.toThrow('broke');
    restoreOperations();
    await getAdministration().disable(buildActor(), secondAdmin);
    await expect(getAdministration().disable(buildActor(), firstAdmin)).rejects.toMatchObject({ code: 'LastAdmin' });
    await removeAdmins(firstAdmin, secondAdmin);
  });

  test('counts an admin of an interrupted change again after the reconciliation', async () => {
    const [firstAdmin, secondAdmin] = await inviteTwoAdmins();
    await getDirectory().directory.users.acquireLease(firstAdmin, {
      losesAdmin: true,
      by: 'interrupted change',
      now: getDirectory().now(),
    });
    // The lease of 30 seconds expires.
    getDirectory().passTime(31);
    const poolUser = await getDirectory().directory.pool.find(region, firstAdmin.sub);
    if (!poolUser) throw new Error('gone');
    // Nothing differs from Cognito, so only the expired lease is released.
    expect(
      await getAdministration().updateFromCognito(
        buildActor('reconciliation'),
        await getDirectory().readRow(firstAdmin),
        poolUser,
      ),
    ).toBeUndefined();
    await getAdministration().disable(buildActor(), secondAdmin);
    await removeAdmins(firstAdmin, secondAdmin);
  });

  test('does not prevent disabling in Cognito’s console', async () => {
    const [firstAdmin, secondAdmin] = await inviteTwoAdmins();
    await removeAdmins(secondAdmin);
    await getDirectory().directory.pool.disable(region, firstAdmin.sub);
    const poolUser = await getDirectory().directory.pool.find(region, firstAdmin.sub);
    if (!poolUser) throw new Error('gone');
    const updatedUser = await getAdministration().updateFromCognito(buildActor('reconciliation'), firstAdmin, poolUser);
    expect(updatedUser).toMatchObject({ enabled: false });
    expect(updatedUser?.validAfter).toBeDefined();
    const nextAdmin = await invite({ region, roles: ['admin'] });
    await expect(getAdministration().disable(buildActor(), nextAdmin)).rejects.toMatchObject({ code: 'LastAdmin' });
    await removeAdmins(firstAdmin, nextAdmin);
  });
});
