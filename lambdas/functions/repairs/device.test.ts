import { describe, expect, test } from '@jest/globals';
import { createDeviceHistory } from '#lambdas/lib/records/device-history.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { buildContext, staff } from '#lambdas/testing/callers.ts';
import { createInMemoryRepairs, buildStaffRepair } from '#lambdas/testing/repairs.ts';
import { createInMemoryReturns } from '#lambdas/testing/returns.ts';
import { buildStoredReturn, buildLines } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/config/limits.ts';
import { toSearchTerm } from '#shared/records/search.ts';
import { createRepairHandlers } from './repair-handlers.ts';

type Collaborators = Parameters<typeof createRepairHandlers>[0];

const buildRepair = (storeRefNo: string, overrides: Partial<RepairRow> = {}) =>
  buildStaffRepair({ storeRefNo, serialNumber: 'XTW1', ...overrides });
const buildReturn = (storeRefNo: string, serials: readonly string[], overrides: Partial<ReturnRow> = {}) =>
  buildStoredReturn({
    storeRefNo,
    lines: serials.flatMap((serialNumber) => buildLines(1, { serialNumber })),
    ...overrides,
  });

const openHandlers = (repairs: readonly RepairRow[], returns: readonly ReturnRow[] = [], hasReturns = true) => {
  const repairsMemory = createInMemoryRepairs(...repairs);
  const returnsMemory = createInMemoryReturns(...returns);
  const queriedOwners: string[] = [];
  let readCount = 0;
  const search: Pick<Collaborators['search'], 'find'> = {
    find: (owner, ...query) => {
      queriedOwners.push(owner);
      return (owner.startsWith('returns') ? returnsMemory : repairsMemory).search.find(owner, ...query);
    },
  };
  const devices = createDeviceHistory(search, async (keys) => {
    readCount += 1;
    const rows = [...repairs, ...returns];
    const readRows = (kind: 'repairs' | 'returns') =>
      (keys[kind] ?? []).flatMap(
        (key) => rows.find((row) => row.store === key.store && row.reference === key.reference) ?? [],
      );
    return { repairs: readRows('repairs'), returns: readRows('returns') };
  });
  const settings = { nuk: { returnsAvailable: hasReturns } };
  const { findDevice } = createRepairHandlers({ repairs: {}, devices, settings } as unknown as Collaborators);
  return {
    find: async (caller = staff, storeId?: string) => {
      const { body } = await findDevice({ region: 'nuk', serialNumber: 'XTW1', storeId }, buildContext(caller));
      return { ...body, names: [...body.repairs, ...body.returns].map(({ storeRefNo }) => storeRefNo) };
    },
    queriedOwners,
    getReadCount: () => readCount,
  };
};

const allRepairs = [
  buildRepair('Old', { createdAt: '2026-10-01T10:00:00.000Z' }),
  buildRepair('New', { createdAt: '2026-11-20T10:00:00.000Z' }),
  buildRepair('Another device', { serialNumber: 'XTW12' }),
  buildRepair('XTW1', { serialNumber: 'XTW6' }),
  buildRepair('Elsewhere', { storeId: 'UK-2', createdAt: '2026-10-02T10:00:00.000Z' }),
];
const allReturns = [buildReturn('Ret', ['XTW0', 'XTW1']), buildReturn('Ret of another', ['XTW12'])];

describe('findDevice', () => {
  test('returns the store’s records of exactly this serial number, newest first', async () => {
    const { find, queriedOwners, getReadCount } = openHandlers(allRepairs, allReturns);
    const { names, returns } = await find();
    expect(names).toEqual(['New', 'Old', 'Ret']);
    expect(returns).toMatchObject([{ line: { serialNumber: 'XTW1' } }]);
    expect(queriedOwners).toEqual(['repairs#nuk#UK-1', 'returns#nuk#UK-1']);
    expect(getReadCount()).toBe(1);
  });

  test('finds serial numbers booked with hyphens', async () => {
    const { find } = openHandlers(
      [buildRepair('Hyphens', { serialNumber: 'XT-W1' })],
      [buildReturn('Ret', ['X-T-W-1'])],
    );
    expect((await find()).names).toEqual(['Hyphens', 'Ret']);
  });

  test.each([
    ['users who may not book returns', { ...staff, userGroups: ['register-repairs', 'NUK'] as const }, true],
    ['regions without returns', staff, false],
  ])('does not query returns for %s', async (_, caller, hasReturns) => {
    const { find, queriedOwners } = openHandlers(allRepairs, allReturns, hasReturns);
    expect((await find(caller)).names).toEqual(['New', 'Old']);
    expect(queriedOwners).toEqual(['repairs#nuk#UK-1']);
  });

  test('reports whether there are more records', async () => {
    const buildRepairs = (count: number) => Array.from({ length: count }, (_, index) => buildRepair(`R${index}`));
    expect(await openHandlers(buildRepairs(limits.device.repairs)).find()).toMatchObject({ hasMore: false });
    const { repairs, hasMore } = await openHandlers(buildRepairs(limits.device.repairs + 1)).find();
    expect([repairs.length, hasMore]).toEqual([limits.device.repairs, true]);
  });

  test('returns the newest records of more than a thousand', async () => {
    const toInstant = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
    // The index is ordered by reference, so the newest records come last.
    const toReference = (kind: string, index: number) => `${kind} ${String(index).padStart(4, '0')}`;
    const repairs = Array.from({ length: 1100 }, (_, index) =>
      buildRepair(toReference('Repair', index), { createdAt: toInstant(index) }),
    );
    const returns = Array.from({ length: 20 }, (_, index) =>
      buildReturn(toReference('Return', index), ['XTW1'], { createdAt: toInstant(index) }),
    );
    const { names, hasMore } = await openHandlers(repairs, returns).find();
    const listNewestNames = (rows: readonly { storeRefNo: string }[], count: number) =>
      rows
        .slice(-count)
        .map(({ storeRefNo }) => storeRefNo)
        .toReversed();
    expect(names).toEqual([
      ...listNewestNames(repairs, limits.device.repairs),
      ...listNewestNames(returns, limits.device.returns),
    ]);
    expect(hasMore).toBe(true);
  });

  test('ignores stale index entries', async () => {
    const rows = [buildRepair('Corrected', { serialNumber: 'NEW' }), buildReturn('Corrected', ['NEW'])];
    const items = ['corrected', 'gone'].map((reference) => ({
      store: 'nuk#UK-1',
      reference,
      term: toSearchTerm('serial', 'XTW1', { storeId: 'UK-1', reference }),
    }));
    const devices = createDeviceHistory({ find: async () => ({ items, hasMore: false }) }, async () => ({
      repairs: rows.slice(0, 1),
      returns: rows.slice(1),
    }));
    expect(await devices.find({ region: 'nuk' }, ['repairs', 'returns'], 'XTW1')).toEqual({
      repairs: [],
      returns: [],
      hasMore: false,
    });
  });
});
