import { storeKey } from '#lambdas/directory/user-row.ts';
import { deviceHistory } from '#lambdas/records/device.ts';
import { newRepairRow, repairKind } from '#lambdas/records/repair.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { repairTerms } from '#lambdas/records/repair.ts';
import { byBytes } from '#lambdas/records/search.ts';
import type { SearchIndex } from '#lambdas/records/search.ts';
import type { RepairsStore } from '#lambdas/repairs/store.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/record.ts';
import { searchOwner } from '#shared/records/search.ts';
import { staff } from './callers.ts';

/** Repairs and a small memory of them for the tests of handlers. */

export const content = {
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect' as const,
  serialNumber: 'XTW70012345678',
  purchaseDate: '2026-01-15',
  detailedDescription: '',
};

type Facts = Parameters<typeof newRepairRow>[0];

export const repairRowWith = (change: Partial<Facts> = {}): RepairRow => {
  const at = change.createdAt ?? '2026-11-20T10:00:00.000Z';
  return newRepairRow({
    ...content,
    id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
    region: 'nuk',
    storeId: 'UK-1',
    storeName: 'One',
    storeRefNo: 'Ref 1',
    createdAt: at,
    createdBy: staff.sub,
    termsAccepted: '2024-06-06',
    version: 1,
    timeline: [{ type: 'booked', at, by: staff.email }],
    ...change,
  });
};

const nameOf = ({ store, reference }: Pick<RepairRow, 'store' | 'reference'>) => JSON.stringify([store, reference]);

/** Repairs by their keys, and an index of all that they are found by, as the tables hold them. */
export const memoryOf = (...rows: RepairRow[]) => {
  const stored = new Map(rows.map((row) => [nameOf(row), row]));
  const isAsRead = (read: RepairRow) => {
    const current = stored.get(nameOf(read));
    return current?.id === read.id && current.version === read.version;
  };

  const repairs: Pick<RepairsStore, 'find' | 'replace' | 'move' | 'summaries'> = {
    find: async (region, { storeId, storeRefNo, id }) => {
      const store = storeKey(region, storeId);
      const booked = stored.get(nameOf({ store, reference: normaliseReference(storeRefNo) }));
      return booked?.id === id ? booked : stored.get(nameOf({ store, reference: withdrawnReference(storeRefNo, id) }));
    },
    replace: async (read, row) => {
      if (!isAsRead(read)) return false;
      stored.set(nameOf(row), row);
      return true;
    },
    move: async (read, row) => {
      if (!isAsRead(read)) return false;
      stored.delete(nameOf(read));
      stored.set(nameOf(row), row);
      return true;
    },
    summaries: async (keys) => keys.flatMap((key) => stored.get(nameOf(key)) ?? []).toReversed(),
  };

  const search: SearchIndex = {
    find: async (owner, prefix, limit, after) => {
      const items = [...stored.values()]
        .filter(({ region, storeId }) =>
          [searchOwner('repairs', region), searchOwner('repairs', region, storeId)].includes(owner),
        )
        .flatMap((row) => repairTerms(row).map((term) => ({ term, store: row.store, reference: row.reference })))
        .filter(({ term }) => term.startsWith(prefix) && (after === undefined || byBytes(term, after) > 0))
        .toSorted((one, other) => byBytes(one.term, other.term));
      return { items: items.slice(0, limit), hasMore: items.length > limit };
    },
    between: async (owner, from, to, limit, after = '') => {
      const items = [...stored.values()]
        .flatMap(repairKind.searchItems)
        .filter((item) => item.owner === owner && byBytes(item.term, from) >= 0 && byBytes(item.term, to) <= 0)
        .filter(({ term }) => byBytes(term, after) > 0)
        .toSorted((one, other) => byBytes(one.term, other.term))
        .map(({ summary, ...hit }) => ({ ...hit, ...(summary && { summary: { ...summary } }) }));
      return { items: items.slice(0, limit), hasMore: items.length > limit };
    },
  };

  const devices = deviceHistory(search, async (keys) => ({
    repairs: (keys.repairs ?? []).flatMap((key) => stored.get(nameOf(key)) ?? []),
  }));

  return { stored, repairs, search, devices };
};
