import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { searchStore } from '#lambdas/changes/store.ts';
import { itemOf } from '#lambdas/records/item.ts';
import type { RecordKind, RecordRow, SearchItem } from '#lambdas/records/kind.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import type { TableName } from '#shared/tables.ts';
import { scan } from './scan.ts';

type Table = Extract<TableName, 'repairs' | 'returns' | 'search'>;
type Names = Readonly<Record<Table, string>>;

const nameOf = ({ owner, term }: Pick<SearchItem, 'owner' | 'term'>) => JSON.stringify([owner, term]);

/** Work on all records at once, for operators. Each may be repeated, and may run while stores are at work. */
export const recordsUpkeep = (db: DynamoDBDocumentClient, names: Names) => {
  const searchItemsOf = async function* <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>) {
    for await (const page of scan(db, names[kind.name]))
      yield page.flatMap((item) => kind.searchItems(kind.parse(item)));
  };

  const isIn = async <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>, item: SearchItem) => {
    const { store, reference } = item;
    const { Item } = await db.send(
      new GetCommand({ TableName: names[kind.name], Key: { store, reference }, ConsistentRead: true }),
    );
    return Item !== undefined && kind.searchItems(kind.parse(Item)).some((found) => nameOf(found) === nameOf(item));
  };
  const isFoundBy = async (item: SearchItem) => (await isIn(repairKind, item)) || isIn(returnKind, item);

  const renewKind = async <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>, isDryRun: boolean) => {
    const store = recordsStore(db, names[kind.name], kind);
    let renewed = 0;
    for await (const page of scan(db, names[kind.name]))
      for (const item of page) {
        const read = kind.parse(item);
        const row = kind.renew(read);
        if (JSON.stringify(sorted(itemOf(kind.name, row))) === JSON.stringify(sorted(item))) continue;
        // Whoever was quicker has written it anew, too.
        if (isDryRun || (await store.replace(read, { ...row, version: row.version + 1 }))) renewed += 1;
      }
    return renewed;
  };

  return {
    /** Writes what records are found by, and takes out what no record is found by any more; answers how many items there are now and were taken out. */
    rebuildSearch: async (): Promise<{ readonly items: number; readonly removed: number }> => {
      const search = searchStore(db, names.search, wait);
      const wanted = new Set<string>();
      for (const pages of [searchItemsOf(repairKind), searchItemsOf(returnKind)])
        for await (const items of pages) {
          await search.write(items.map((item) => ({ type: 'put', item })));
          for (const item of items) wanted.add(nameOf(item));
        }
      let removed = 0;
      for await (const page of scan(db, names.search)) {
        const unknown = (page as SearchItem[]).filter((item) => !wanted.has(nameOf(item)));
        const stale = [];
        // What has been booked meanwhile is found by its items, too.
        for (const item of unknown) if (!(await isFoundBy(item))) stale.push(item);
        await search.write(stale.map((item) => ({ type: 'delete', item })));
        removed += stale.length;
      }
      return { items: wanted.size, removed };
    },

    /** Writes records anew whose items are not as today's portal writes them: a column that lists have got since reaches the indexes, and what follows from rules that have changed. A dry run only counts them. */
    renew: async ({ isDryRun = false } = {}) => ({
      repairs: await renewKind(repairKind, isDryRun),
      returns: await renewKind(returnKind, isDryRun),
    }),
  };
};

/** The same value with the keys of all its maps in one order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => [name, sorted(inner)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
};
