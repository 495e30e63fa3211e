import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { createSearchStore } from '#lambdas/functions/record-stream/search-store.ts';
import { batchGet } from '#lambdas/lib/aws/dynamodb.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import type { RecordKey, RecordKind, RecordRow, SearchItem } from '#lambdas/lib/records/record-kind.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import type { TableName } from '#shared/config/tables.ts';
import { scan } from './scan.ts';

type Table = Extract<TableName, 'repairs' | 'returns' | 'search'>;
type Names = Readonly<Record<Table, string>>;

type Version = Pick<RecordRow, 'store' | 'reference' | 'version'>;
const toVersionKey = ({ store, reference, version }: Version) => JSON.stringify([store, reference, version]);
const toItemKey = ({ owner, term }: Pick<SearchItem, 'owner' | 'term'>) => JSON.stringify([owner, term]);

/** Tasks of operators on all stored records; the stage need not refuse changes meanwhile. Each task can be repeated, and can run while stores use the portal. */
export const createRecordsRenewal = (db: DynamoDBDocumentClient, names: Names) => {
  const search = createSearchStore(db, names.search, wait);

  const readRow = async <Row extends RecordRow, IndexRow>(
    kind: RecordKind<Row, IndexRow>,
    { store, reference }: RecordKey,
  ) => {
    const { Item } = await db.send(
      new GetCommand({ TableName: names[kind.name], Key: { store, reference }, ConsistentRead: true }),
    );
    return Item && kind.parse(Item);
  };

  /**
   * Writes the search items of rows and returns them. Rows that changed in the meantime would keep outdated items, so
   * they are read and written again.
   */
  const writeItems = async <Row extends RecordRow, IndexRow>(
    kind: RecordKind<Row, IndexRow>,
    rows: readonly Row[],
  ): Promise<readonly SearchItem[]> => {
    const items = rows.flatMap(kind.toSearchItems);
    await search.write(items.map((item) => ({ type: 'put', item })));
    const keys = rows.map(({ store, reference }) => ({ store, reference }));
    const versions = new Set(
      (await batchGet(db, names[kind.name], keys, ['store', 'reference', 'version'])).map((row) =>
        toVersionKey(row as Version),
      ),
    );
    const changedRows = rows.filter((row) => !versions.has(toVersionKey(row)));
    if (changedRows.length === 0) return items;
    const outdatedItems = changedRows.flatMap(kind.toSearchItems);
    await search.write(outdatedItems.map((item) => ({ type: 'delete', item })));
    const currentRows = await Promise.all(changedRows.map((row) => readRow(kind, row)));
    return [
      ...items,
      ...(await writeItems(
        kind,
        currentRows.flatMap((row) => row ?? []),
      )),
    ];
  };

  const isItemOfKind = async <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>, item: SearchItem) => {
    const row = await readRow(kind, item);
    return row !== undefined && kind.toSearchItems(row).some((candidate) => toItemKey(candidate) === toItemKey(item));
  };
  const isItemOfRecord = async (item: SearchItem) =>
    (await isItemOfKind(repairKind, item)) || isItemOfKind(returnKind, item);

  const renewKind = async <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>, isDryRun: boolean) => {
    const store = createRecordsStore(db, names[kind.name], kind);
    let renewedCount = 0;
    for await (const page of scan(db, names[kind.name]))
      for (const item of page) {
        const currentRow = kind.parse(item);
        const row = kind.withDerivedFields(currentRow);
        // The conversion to JSON drops undefined properties, which are not stored.
        if (isDeepStrictEqual(JSON.parse(JSON.stringify(toItem(kind.name, row))), item)) continue;
        // A failed write means that another writer has just stored the row in the current format.
        if (isDryRun || (await store.replace(currentRow, { ...row, version: row.version + 1 }))) renewedCount += 1;
      }
    return renewedCount;
  };

  const rebuildSearch = async () => {
    const currentKeys = new Set<string>();
    const rebuild = async <Row extends RecordRow, IndexRow>(kind: RecordKind<Row, IndexRow>) => {
      for await (const page of scan(db, names[kind.name]))
        for (const item of await writeItems(kind, page.map(kind.parse))) currentKeys.add(toItemKey(item));
    };
    await rebuild(repairKind);
    await rebuild(returnKind);
    let removedCount = 0;
    for await (const page of scan(db, names.search)) {
      const candidates = (page as SearchItem[]).filter((item) => !currentKeys.has(toItemKey(item)));
      const staleItems = [];
      // Checks again, since records may have been booked in the meantime.
      for (const item of candidates) if (!(await isItemOfRecord(item))) staleItems.push(item);
      await search.write(staleItems.map((item) => ({ type: 'delete', item })));
      removedCount += staleItems.length;
    }
    return { itemCount: currentKeys.size, removedCount };
  };

  return {
    /**
     * Writes the search items of all records and removes those that match no record; returns the number of current and
     * of removed items.
     */
    rebuildSearch,

    /**
     * Rewrites records whose items differ from the current format: new columns reach the indexes, and derived values follow changed
     * rules. Then rebuilds the search table, which alone stores the warranty. A dry run only counts the records.
     */
    renew: async ({ isDryRun = false } = {}) => {
      const repairs = await renewKind(repairKind, isDryRun);
      const returns = await renewKind(returnKind, isDryRun);
      if (!isDryRun) await rebuildSearch();
      return { repairs, returns };
    },
  };
};
