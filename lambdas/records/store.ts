import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expressions, queryPage, reasonsOf, getItem, transact } from '#lambdas/aws/dynamodb.ts';
import type { Page } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { storeKey } from '#shared/stores.ts';
import { tables } from '#shared/tables.ts';
import type { Owner } from './access.ts';
import { itemOf } from './item.ts';
import type { RecordKind, RecordRow } from './kind.ts';
import { stateAt } from './kind.ts';
import type { After, Filter } from './list.ts';

const indexOf = ({ storeId }: Owner, { state }: Filter<string>) => {
  if (storeId === undefined) return state === undefined ? 'byRegion' : 'byRegionAndState';
  return state === undefined ? 'byStore' : 'byStoreAndState';
};

const partitionOf = ({ region, storeId }: Owner) => (storeId === undefined ? region : storeKey(region, storeId));

const sortOf = ({ state }: Filter<string>, createdAt: string) =>
  state === undefined ? createdAt : stateAt(state, createdAt);

/** Pages of a table of records, newest first, of a store or a region: one Query of the index that fits, and nothing is filtered afterwards. */
export const recordPages = <IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  { name, parseIndexRow }: Pick<RecordKind<RecordRow, IndexRow>, 'name' | 'parseIndexRow'>,
) => {
  const { indexes } = tables[name];

  /** Where a page begins. Built from the owner: whatever a cursor names, the page stays in that store or region. */
  const startKey = (owner: Owner, filter: Filter<string>, { createdAt, storeId, reference }: After) => ({
    ...(owner.storeId === undefined && { region: owner.region }),
    store: storeKey(owner.region, owner.storeId ?? storeId),
    reference,
    [indexes[indexOf(owner, filter)].sort]: sortOf(filter, createdAt),
  });

  return (owner: Owner, filter: Filter<string>, limit: number, after?: After): Promise<Page<IndexRow>> => {
    const index = indexOf(owner, filter);
    const { kind, partition, sort } = indexes[index];
    // Every instant lies between the two signs that stand for an open end.
    const { from = '0', to = '~' } = filter.period;
    return queryPage(
      db,
      {
        TableName: table,
        IndexName: index,
        ...expressions(
          { KeyConditionExpression: `#${partition} = :owner AND #${sort} BETWEEN :from AND :to` },
          { owner: partitionOf(owner), from: sortOf(filter, from), to: sortOf(filter, to) },
        ),
        ConsistentRead: kind === 'local',
        ScanIndexForward: false,
        ...(after && { ExclusiveStartKey: startKey(owner, filter, after) }),
      },
      limit,
      parseIndexRow,
    );
  };
};

/** Optimistic lock. */
const unchanged = ({ id, version }: RecordRow) =>
  expressions({ ConditionExpression: '#id = :id AND #version = :version' }, { id, version });

const ifNew = expressions({ ConditionExpression: 'attribute_not_exists(#reference)' });

export const recordsStore = <Row extends RecordRow, IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  kind: RecordKind<Row, IndexRow>,
) => ({
  /** Builds the write of a booking, for a transaction: of any number with one reference one wins. */
  putNew: (row: Row) => ({ TableName: table, Item: itemOf(kind.name, row), ...ifNew }),

  list: recordPages(db, table, kind),

  /** At its reference, or aside when it was withdrawn: it moves there, never back. */
  find: async (region: RegionId, { storeId, storeRefNo, id }: RecordIdentity): Promise<Row | undefined> => {
    const store = storeKey(region, storeId);
    for (const reference of [normaliseReference(storeRefNo), withdrawnReference(storeRefNo, id)]) {
      const Item = await getItem(db, table, { store, reference });
      if (Item?.['id'] === id) return kind.parse(Item);
    }
    return undefined;
  },

  /** False when it has been changed since. */
  replace: (read: Row, row: Row): Promise<boolean> =>
    conditionHeld(db.send(new PutCommand({ TableName: table, Item: itemOf(kind.name, row), ...unchanged(read) }))),

  /** Moves a record to its new key, so that its reference can be used again; false when it has changed since it was read. Throws ServiceUnavailable. */
  move: async (read: Row, row: Row): Promise<boolean> => {
    const { store, reference } = read;
    try {
      await transact(db, [
        { Delete: { TableName: table, Key: { store, reference }, ...unchanged(read) } },
        { Put: { TableName: table, Item: itemOf(kind.name, row), ...ifNew } },
      ]);
      return true;
    } catch (error) {
      if (reasonsOf(error).includes('ConditionalCheckFailed')) return false;
      throw error;
    }
  },
});

export type RecordsStore<Row extends RecordRow, IndexRow> = ReturnType<typeof recordsStore<Row, IndexRow>>;
