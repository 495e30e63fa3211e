import type { RecordKey, RecordRow, SearchItem } from '#lambdas/lib/records/record-kind.ts';
import type { SearchHit } from '#lambdas/lib/records/search.ts';
import { compareBytes } from '#lambdas/lib/records/search.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { normalizeReference, toWithdrawnReference } from '#shared/records/record.ts';
import { toStoreKey } from '#shared/stores/stores.ts';

const toKeyText = ({ store, reference }: RecordKey) => JSON.stringify([store, reference]);

/** In-memory records of one kind with their search index, for tests. */
export const createInMemoryRecords = <Row extends RecordRow, Item extends SearchItem>(
  toSearchItems: (row: Row) => Item[],
  rows: readonly Row[],
) => {
  const rowByKey = new Map(rows.map((row) => [toKeyText(row), row]));
  const isUnchanged = (previousRow: Row) => {
    const currentRow = rowByKey.get(toKeyText(previousRow));
    return currentRow?.id === previousRow.id && currentRow.version === previousRow.version;
  };
  const records = {
    find: async (region: RegionId, { storeId, storeRefNo, id }: RecordIdentity): Promise<Row | undefined> => {
      const store = toStoreKey(region, storeId);
      return [normalizeReference(storeRefNo), toWithdrawnReference(storeRefNo, id)]
        .map((reference) => rowByKey.get(toKeyText({ store, reference })))
        .find((row) => row?.id === id);
    },
    replace: async (previousRow: Row, row: Row) => {
      if (!isUnchanged(previousRow)) return false;
      rowByKey.set(toKeyText(row), row);
      return true;
    },
    move: async (previousRow: Row, row: Row) => {
      if (!isUnchanged(previousRow)) return false;
      rowByKey.delete(toKeyText(previousRow));
      rowByKey.set(toKeyText(row), row);
      return true;
    },
    readSummaries: async (keys: readonly RecordKey[]) => keys.flatMap((key) => rowByKey.get(toKeyText(key)) ?? []),
  };

  const findPage = (owner: string, isMatch: (term: string) => boolean, limit: number, after: string | undefined) => {
    const items = [...rowByKey.values()]
      .flatMap(toSearchItems)
      .filter((item) => item.owner === owner && isMatch(item.term))
      .filter(({ term }) => after === undefined || compareBytes(term, after) > 0)
      .toSorted((a, b) => compareBytes(a.term, b.term));
    return { items: items.slice(0, limit) as (Item & SearchHit)[], hasMore: items.length > limit };
  };
  const search = {
    find: async (owner: string, prefix: string, limit: number, after?: string) =>
      findPage(owner, (term) => term.startsWith(prefix), limit, after),
    findBetween: async (owner: string, from: string, to: string, limit: number, after?: string) =>
      findPage(owner, (term) => compareBytes(term, from) >= 0 && compareBytes(term, to) <= 0, limit, after),
  };
  return { rowByKey, records, search };
};
