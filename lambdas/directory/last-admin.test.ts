import { describe, expect, test } from '@jest/globals';
import { actor, codesOf, directoryForTests } from '#scripts/testing/directory.ts';
import type { RegionId } from '#shared/regions.ts';
import type { User } from './user-row.ts';

const { there, admin, invite, failing } = directoryForTests();
describe('of a region’s admins', () => {
  // No other test has admins here.
  const region: RegionId = 'nfr';
  const clear = async (...admins: User[]) => {
    for (const one of admins) {
      const row = await there().directory.users.get(region, one.sub);
      if (row) await admin().forget(actor('operator'), row);
    }
  };
  const twoAdmins = () => Promise.all([invite({ region, roles: ['admin'] }), invite({ region, roles: ['admin'] })]);

  test.each(Array.from({ length: 20 }, (_, round) => [round]))(
    'one stays when two take each other away at the same moment (%d)',
    async (round) => {
      const [one, other] = await twoAdmins();
      const away = [
        (user: User) => admin().removeFromGroup(actor(), user, 'admin'),
        (user: User) => admin().disable(actor(), user),
        (user: User) => admin().remove(actor(), user),
      ];
      const results = await Promise.allSettled([away[round % 3]?.(other), away[(round >> 1) % 3]?.(one)]);
      expect(codesOf(results).toSorted()).toEqual(['LastAdmin', 'done']);
      const rows = await Promise.all([one, other].map(({ sub }) => there().directory.users.get(region, sub)));
      expect(rows.filter((row) => row?.adminOf === region && row.enabled)).toHaveLength(1);
      await clear(one, other);
    },
  );

  test('one whose removal was broken off can still be removed, and the other one then cannot', async () => {
    const [one, other] = await twoAdmins();
    await there().directory.users.claim(one, { losesAdmin: true, by: 'somebody who died', now: there().now() });
    there().passTime(31);
    await admin().disable(actor(), one);
    await expect(admin().disable(actor(), other)).rejects.toMatchObject({ code: 'LastAdmin' });
    await clear(one, other);
  });

  test('one whose removal failed counts as before', async () => {
    const [one, other] = await twoAdmins();
    failing('AdminDisableUser');
    await expect(admin().disable(actor(), one)).rejects.toThrow('broke');
    there().held.before = () => {};
    await admin().disable(actor(), other);
    await expect(admin().disable(actor(), one)).rejects.toMatchObject({ code: 'LastAdmin' });
    await clear(one, other);
  });

  test('one who was claimed and left so is counted again by the reconciliation', async () => {
    const [one, other] = await twoAdmins();
    await there().directory.users.claim(one, { losesAdmin: true, by: 'somebody who died', now: there().now() });
    there().passTime(31);
    const found = await there().directory.pool.find(region, one.sub);
    if (!found) throw new Error('gone');
    expect(await admin().mirror(actor('reconciliation'), await there().row(one), found)).toBeUndefined();
    await admin().disable(actor(), other);
    await clear(one, other);
  });

  test('the last one taken away in Cognito’s console is gone, and whoever comes next is the last one', async () => {
    const [one, other] = await twoAdmins();
    await clear(other);
    await there().directory.pool.disable(region, one.sub);
    const found = await there().directory.pool.find(region, one.sub);
    if (!found) throw new Error('gone');
    const mirrored = await admin().mirror(actor('reconciliation'), one, found);
    expect(mirrored).toMatchObject({ enabled: false });
    expect(mirrored?.validAfter).toBeDefined();
    const next = await invite({ region, roles: ['admin'] });
    await expect(admin().disable(actor(), next)).rejects.toMatchObject({ code: 'LastAdmin' });
    await clear(one, next);
  });
});
