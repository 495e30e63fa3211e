import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '#lambdas/aws/dynamodb.ts';
import { searchStore } from '#lambdas/changes/store.ts';
import { itemOf } from '#lambdas/records/item.ts';
import type { RecordKey, RecordKind, RecordRow, SearchItem } from '#lambdas/records/kind.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import type { TableName } from '#shared/tables.ts';
import { scan } from './scan.ts';

type Table = Extract<TableName, 'repairs' | 'returns' | 'search'>;
type Names = Readonly<Record<Table, string>>;

type Version = Pick<RecordRow, 'store' | 'reference' | 'version'>;
const versionOf = ({ store, reference, version }: Version) => JSON.stringify([store, reference, version]);
const nameOf = ({ owner, term }: Pick<SearchItem, 'owner' | 'term'>) => JSON.stringify([owner, term]);

/** Work on all records at once, for operators. Each may be repeated, and may run while stores are at work. */
export const recordsUpkeep = (db: DynamoDBDocumentClient, names: Names) => {
  const search = searchStore(db, names.search, wait);

  const readRow = async <Row extends RecordRow, IndexRow>(
    kind: RecordKind<Row, IndexRow>,
    { store, reference }: RecordKey,
  ) => {
    const { Item } = await db.send(
      new GetCommand({ TableName: names[kind.name], Key: { store, reference }, ConsistentRead: true }),
    );
    return Item && kind.parse(Item);
  };

  /** Writes what rows are found by. A row that is changed meanwhile would keep what it was found by before: each is looked at again. Answers the items. */
  const writeItems = async <Row extends RecordRow, IndexRow>(
    kind: RecordKind<Row, IndexRow>,
    rows: readonly Row[],
  ): Promise<readonly SearchItem[]> => {
    const items = rows.flatMap(kind.searchItems);
    await search.write(items.map((item) => ({ type: 'put', item })));
    const keys = rows.map(({ store, reference }) => ({ store, reference }));
    const versions = new Set(
      (await batchGet(db, names[kind.name], keys, ['store', 'reference', 'version'])).map((row) =>
        versionOf(row as Version),
      ),
    );
    const changed = rows.filter((row) => !versions.has(versionOf(row)));
    if (changed.length === 0) return items;
    const before = changed.flatMap(kind.searchItems);
    await search.write(before.map((item) => ({ type: 'delete', item })));
    const now = await Promise.all(changed.map((row) => readRow(kind, row)));
    return [
      ...items,
      ...(await writeItems(
        kind,
        now.flatMap((row) => row ?? []),
      )),
    ];
  };

  const isIn = async <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>, item: SearchItem) => {
    const row = await readRow(kind, item);
    return row !== undefined && kind.searchItems(row).some((found) => nameOf(found) === nameOf(item));
  };
  const isFoundBy = async (item: SearchItem) => (await isIn(repairKind, item)) || isIn(returnKind, item);

  const renewKind = async <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>, isDryRun: boolean) => {
    const store = recordsStore(db, names[kind.name], kind);
    let renewed = 0;
    for await (const page of scan(db, names[kind.name]))
      for (const item of page) {
        const read = kind.parse(item);
        const row = kind.renew(read);
        // Without what is undefined, which is not stored.
        if (isDeepStrictEqual(JSON.parse(JSON.stringify(itemOf(kind.name, row))), item)) continue;
        // Whoever was quicker has written it anew, too.
        if (isDryRun || (await store.replace(read, { ...row, version: row.version + 1 }))) renewed += 1;
      }
    return renewed;
  };

  const rebuildSearch = async () => {
    const wanted = new Set<string>();
    const rebuild = async <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>) => {
      for await (const page of scan(db, names[kind.name]))
        for (const item of await writeItems(kind, page.map(kind.parse))) wanted.add(nameOf(item));
    };
    await rebuild(repairKind);
    await rebuild(returnKind);
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
  };

  return {
    /** Writes what records are found by, and takes out what no record is found by any more; answers how many items there are now and were taken out. */
    rebuildSearch,

    /**
     * Writes records anew whose items are not as today's portal writes them: a column that lists have got since reaches the indexes, and what
     * follows from rules that have changed. The search table follows: a warranty stands there alone. A dry run only counts the records.
     */
    renew: async ({ isDryRun = false } = {}) => {
      const repairs = await renewKind(repairKind, isDryRun);
      const returns = await renewKind(returnKind, isDryRun);
      if (!isDryRun) await rebuildSearch();
      return { repairs, returns };
    },
  };
};
