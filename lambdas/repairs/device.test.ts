import { describe, expect, test } from '@jest/globals';
import { deviceHistory } from '#lambdas/records/device.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { by, staff } from '#lambdas/testing/callers.ts';
import { memoryOf as repairsOf, repairRowWith } from '#lambdas/testing/repairs.ts';
import { memoryOf as returnsOf } from '#lambdas/testing/returns.ts';
import { bookedReturn, storedLines } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/limits.ts';
import { searchTerm } from '#shared/records/search.ts';
import { repairHandlers } from './repairs.ts';

type Collaborators = Parameters<typeof repairHandlers>[0];

const repair = (storeRefNo: string, change: Partial<RepairRow> = {}) =>
  repairRowWith({ storeRefNo, serialNumber: 'XTW1', ...change });
const returned = (storeRefNo: string, serials: readonly string[], change: Partial<ReturnRow> = {}) =>
  bookedReturn({
    storeRefNo,
    lines: serials.flatMap((serialNumber) => storedLines(1, { serialNumber })),
    ...change,
  });

const desk = (repairs: readonly RepairRow[], returns: readonly ReturnRow[] = [], hasReturns = true) => {
  const [ofRepairs, ofReturns] = [repairsOf(...repairs), returnsOf(...returns)];
  const asked: string[] = [];
  let reads = 0;
  const search: Pick<Collaborators['search'], 'find'> = {
    find: (owner, ...rest) => {
      asked.push(owner);
      return (owner.startsWith('returns') ? ofReturns : ofRepairs).search.find(owner, ...rest);
    },
  };
  const devices = deviceHistory(search, async (keys) => {
    reads += 1;
    const rows = [...repairs, ...returns];
    const at = (kind: 'repairs' | 'returns') =>
      (keys[kind] ?? []).flatMap(
        (key) => rows.find((row) => row.store === key.store && row.reference === key.reference) ?? [],
      );
    return { repairs: at('repairs'), returns: at('returns') };
  });
  const settings = { nuk: { returnsAvailable: hasReturns } };
  const { findDevice } = repairHandlers({ repairs: {}, devices, settings } as unknown as Collaborators);
  return {
    find: async (caller = staff, storeId?: string) => {
      const { body } = await findDevice({ region: 'nuk', serialNumber: 'XTW1', storeId }, by(caller));
      return { ...body, names: [...body.repairs, ...body.returns].map(({ storeRefNo }) => storeRefNo) };
    },
    asked,
    reads: () => reads,
  };
};

const all = [
  repair('Old', { createdAt: '2026-10-01T10:00:00.000Z' }),
  repair('New', { createdAt: '2026-11-20T10:00:00.000Z' }),
  repair('Another device', { serialNumber: 'XTW12' }),
  repair('XTW1', { serialNumber: 'XTW6' }),
  repair('Elsewhere', { storeId: 'UK-2', createdAt: '2026-10-02T10:00:00.000Z' }),
];
const sentBack = [returned('Ret', ['XTW0', 'XTW1']), returned('Ret of another', ['XTW12'])];

describe('the history of a device', () => {
  test('is what the store has booked under exactly that number, the newest first, in one Query a kind and one read', async () => {
    const { find, asked, reads } = desk(all, sentBack);
    const { names, returns } = await find();
    expect(names).toEqual(['New', 'Old', 'Ret']);
    expect(returns).toMatchObject([{ line: { serialNumber: 'XTW1' } }]);
    expect(asked).toEqual(['repairs#nuk#UK-1', 'returns#nuk#UK-1']);
    expect(reads()).toBe(1);
  });

  test('holds what was booked with hyphens in the number', async () => {
    const { find } = desk([repair('Hyphens', { serialNumber: 'XT-W1' })], [returned('Ret', ['X-T-W-1'])]);
    expect((await find()).names).toEqual(['Hyphens', 'Ret']);
  });

  test.each([
    ['books none', { ...staff, userGroups: ['register-repairs', 'NUK'] as const }, true],
    ['is in a region without them', staff, false],
  ])('holds no return for who %s, and asks for none', async (_, caller, hasReturns) => {
    const { find, asked } = desk(all, sentBack, hasReturns);
    expect((await find(caller)).names).toEqual(['New', 'Old']);
    expect(asked).toEqual(['repairs#nuk#UK-1']);
  });

  test('says when there is more than it holds', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => repair(`R${index}`));
    expect(await desk(many(limits.device.repairs)).find()).toMatchObject({ hasMore: false });
    const { repairs, hasMore } = await desk(many(limits.device.repairs + 1)).find();
    expect([repairs.length, hasMore]).toEqual([limits.device.repairs, true]);
  });

  test('holds the newest, in whatever order the index has them and however many there are', async () => {
    const on = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
    // The index is in the order of the references, so the newest come last in it.
    const nameOf = (kind: string, index: number) => `${kind} ${String(index).padStart(4, '0')}`;
    const repairs = Array.from({ length: 1100 }, (_, index) =>
      repair(nameOf('Repair', index), { createdAt: on(index) }),
    );
    const returns = Array.from({ length: 20 }, (_, index) =>
      returned(nameOf('Return', index), ['XTW1'], { createdAt: on(index) }),
    );
    const { names, hasMore } = await desk(repairs, returns).find();
    const newest = (rows: readonly { storeRefNo: string }[], count: number) =>
      rows
        .slice(-count)
        .map(({ storeRefNo }) => storeRefNo)
        .toReversed();
    expect(names).toEqual([...newest(repairs, limits.device.repairs), ...newest(returns, limits.device.returns)]);
    expect(hasMore).toBe(true);
  });

  test('an index that is behind finds nothing that has gone or is of another device now', async () => {
    const rows = [repair('Corrected', { serialNumber: 'NEW' }), returned('Corrected', ['NEW'])];
    const items = ['corrected', 'gone'].map((reference) => ({
      store: 'nuk#UK-1',
      reference,
      term: searchTerm('serial', 'XTW1', { storeId: 'UK-1', reference }),
    }));
    const devices = deviceHistory({ find: async () => ({ items, hasMore: false }) }, async () => ({
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
