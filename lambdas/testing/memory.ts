import type { RecordKey, RecordRow, SearchItem } from '#lambdas/lib/records/record-kind.ts';
import type { SearchHit } from '#lambdas/lib/records/search.ts';
import { compareBytes } from '#lambdas/lib/records/search.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { normalizeReference, toWithdrawnReference } from '#shared/records/record.ts';
import { toStoreKey } from '#shared/stores/stores.ts';

const toName = ({ store, reference }: RecordKey) => JSON.stringify([store, reference]);

/** In-memory records of one kind with their search index, for tests. */
export const createMemory = <Row extends RecordRow, Item extends SearchItem>(
  searchItems: (row: Row) => Item[],
  rows: readonly Row[],
) => {
  const stored = new Map(rows.map((row) => [toName(row), row]));
  const isUnchanged = (read: Row) => {
    const current = stored.get(toName(read));
    return current?.id === read.id && current.version === read.version;
  };
  const records = {
    find: async (region: RegionId, { storeId, storeRefNo, id }: RecordIdentity): Promise<Row | undefined> => {
      const store = toStoreKey(region, storeId);
      return [normalizeReference(storeRefNo), toWithdrawnReference(storeRefNo, id)]
        .map((reference) => stored.get(toName({ store, reference })))
        .find((row) => row?.id === id);
    },
    replace: async (read: Row, row: Row) => {
      if (!isUnchanged(read)) return false;
      stored.set(toName(row), row);
      return true;
    },
    move: async (read: Row, row: Row) => {
      if (!isUnchanged(read)) return false;
      stored.delete(toName(read));
      stored.set(toName(row), row);
      return true;
    },
    readSummaries: async (keys: readonly RecordKey[]) => keys.flatMap((key) => stored.get(toName(key)) ?? []),
  };

  const page = (owner: string, isMatch: (term: string) => boolean, limit: number, after: string | undefined) => {
    const items = [...stored.values()]
      .flatMap(searchItems)
      .filter((item) => item.owner === owner && isMatch(item.term))
      .filter(({ term }) => after === undefined || compareBytes(term, after) > 0)
      .toSorted((a, b) => compareBytes(a.term, b.term));
    return { items: items.slice(0, limit) as (Item & SearchHit)[], hasMore: items.length > limit };
  };
  const search = {
    find: async (owner: string, prefix: string, limit: number, after?: string) =>
      page(owner, (term) => term.startsWith(prefix), limit, after),
    between: async (owner: string, from: string, to: string, limit: number, after?: string) =>
      page(owner, (term) => compareBytes(term, from) >= 0 && compareBytes(term, to) <= 0, limit, after),
  };
  return { stored, records, search };
};
