import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { buildExpressions, queryPage, readCancellationReasons, getItem, transact } from '#lambdas/lib/aws/dynamodb.ts';
import type { Page, TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { normalizeReference, toWithdrawnReference } from '#shared/records/record.ts';
import { toStoreKey } from '#shared/stores/stores.ts';
import type { Owner } from './access.ts';
import { toItem } from './item.ts';
import type { PagePosition, Filter } from './list-records.ts';
import type { RecordKind, RecordRow } from './record-kind.ts';
import { toStateAt } from './record-kind.ts';

const selectIndex = ({ storeId }: Owner, { state }: Filter<string>) => {
  if (storeId === undefined) return state === undefined ? 'byRegion' : 'byRegionAndState';
  return state === undefined ? 'byStore' : 'byStoreAndState';
};

const toPartitionKey = ({ region, storeId }: Owner) => (storeId === undefined ? region : toStoreKey(region, storeId));

const toSortKey = ({ state }: Filter<string>, createdAt: string) =>
  state === undefined ? createdAt : toStateAt(state, createdAt);

/** Lists a store's or a region's records by time, with one Query of the matching index and no filter. */
export const createRecordPages = <IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  { name, parseIndexRow }: Pick<RecordKind<RecordRow, IndexRow>, 'name' | 'parseIndexRow'>,
) => {
  const { indexes } = tables[name];

  /** Builds the start key of a page from the owner, so that a cursor cannot leave that store or region. */
  const buildStartKey = (owner: Owner, filter: Filter<string>, { createdAt, storeId, reference }: PagePosition) => ({
    ...(owner.storeId === undefined && { region: owner.region }),
    store: toStoreKey(owner.region, owner.storeId ?? storeId),
    reference,
    [indexes[selectIndex(owner, filter)].sort]: toSortKey(filter, createdAt),
  });

  return (owner: Owner, filter: Filter<string>, limit: number, after?: PagePosition): Promise<Page<IndexRow>> => {
    const index = selectIndex(owner, filter);
    const { kind, partition, sort } = indexes[index];
    // '0' sorts before and '~' after every ISO instant.
    const { from = '0', to = '~' } = filter.period;
    return queryPage(
      db,
      {
        TableName: table,
        IndexName: index,
        ...buildExpressions(
          { KeyConditionExpression: `#${partition} = :owner AND #${sort} BETWEEN :from AND :to` },
          { owner: toPartitionKey(owner), from: toSortKey(filter, from), to: toSortKey(filter, to) },
        ),
        ConsistentRead: kind === 'local',
        ScanIndexForward: filter.isOldestFirst === true,
        ...(after && { ExclusiveStartKey: buildStartKey(owner, filter, after) }),
      },
      limit,
      parseIndexRow,
    );
  };
};

/** Condition of the optimistic lock. */
const buildUnchangedCondition = ({ id, version }: RecordRow) =>
  buildExpressions({ ConditionExpression: '#id = :id AND #version = :version' }, { id, version });

const isNewCondition = buildExpressions({ ConditionExpression: 'attribute_not_exists(#reference)' });

/** Store of the records of one kind, whose list has rows of type `IndexRow`. */
export type RecordsStore<Row extends RecordRow, IndexRow> = {
  /** Builds the Put of a booking for a transaction. Only one of several concurrent bookings with the same reference succeeds. */
  readonly buildPut: (row: Row) => NonNullable<TransactItem['Put']>;
  /** Lists a store's or a region's records by time, at most `limit`; `after` is the last position of the previous page. */
  readonly list: (owner: Owner, filter: Filter<string>, limit: number, after?: PagePosition) => Promise<Page<IndexRow>>;
  /** Finds a record at its reference or, after a withdrawal, at its withdrawn reference. A record never moves back, so that reading in this order cannot miss it. */
  readonly find: (region: RegionId, identity: RecordIdentity) => Promise<Row | undefined>;
  /** Replaces a record; returns false if it has changed since it was read. */
  readonly replace: (previousRow: Row, row: Row) => Promise<boolean>;
  /** Moves a record to its new key, which frees its reference; returns false if it has changed since it was read. Throws ServiceUnavailable if conflicts with other transactions persist. */
  readonly move: (previousRow: Row, row: Row) => Promise<boolean>;
};

export const createRecordsStore = <Row extends RecordRow, IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  kind: RecordKind<Row, IndexRow>,
): RecordsStore<Row, IndexRow> => ({
  buildPut: (row: Row) => ({ TableName: table, Item: toItem(kind.name, row), ...isNewCondition }),

  list: createRecordPages(db, table, kind),

  find: async (region: RegionId, { storeId, storeRefNo, id }: RecordIdentity): Promise<Row | undefined> => {
    const store = toStoreKey(region, storeId);
    for (const reference of [normalizeReference(storeRefNo), toWithdrawnReference(storeRefNo, id)]) {
      const Item = await getItem(db, table, { store, reference });
      if (Item?.['id'] === id) return kind.parse(Item);
    }
    return undefined;
  },

  replace: (previousRow: Row, row: Row): Promise<boolean> =>
    wasApplied(
      db.send(
        new PutCommand({ TableName: table, Item: toItem(kind.name, row), ...buildUnchangedCondition(previousRow) }),
      ),
    ),

  move: async (previousRow: Row, row: Row): Promise<boolean> => {
    const { store, reference } = previousRow;
    try {
      await transact(db, [
        { Delete: { TableName: table, Key: { store, reference }, ...buildUnchangedCondition(previousRow) } },
        { Put: { TableName: table, Item: toItem(kind.name, row), ...isNewCondition } },
      ]);
      return true;
    } catch (error) {
      if (readCancellationReasons(error).includes('ConditionalCheckFailed')) return false;
      throw error;
    }
  },
});
