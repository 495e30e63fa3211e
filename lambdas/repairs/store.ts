import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import { isSameContent } from '#shared/repairs/content.ts';
import { normaliseReference, withdrawnReference } from '#shared/repairs/reference.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';
import type { RepairState } from '#shared/repairs/states.ts';
import { tables } from '#shared/tables.ts';
import { batchGet } from '#lambdas/lib/batch-get.ts';
import type { Page } from '#lambdas/lib/query-page.ts';
import { queryPage } from '#lambdas/lib/query-page.ts';
import type { RepairIndexRow, RepairRow } from '#lambdas/lib/repair-row.ts';
import { repairIndexRow, repairRow, stateAt } from '#lambdas/lib/repair-row.ts';
import { storeKey } from '#lambdas/lib/users.ts';
import type { Period } from './period.ts';

/** Whose repairs are asked for: a store's, or all of a region (admins). */
export type Owner = { readonly region: RegionId; readonly storeId?: string };

export type Filter = { readonly state?: RepairState | undefined; readonly period: Period };

/** The last row of a page, as far as the next one needs it. */
export type After = Pick<RepairIndexRow, 'createdAt' | 'storeId' | 'reference'>;

export type RepairKey = Pick<RepairRow, 'store' | 'reference'>;

const indexOf = ({ storeId }: Owner, { state }: Filter) => {
  if (storeId === undefined) return state === undefined ? 'byRegion' : 'byRegionAndState';
  return state === undefined ? 'byStore' : 'byStoreAndState';
};

const partitionOf = ({ region, storeId }: Owner) => (storeId === undefined ? region : storeKey(region, storeId));

const sortOf = ({ state }: Filter, createdAt: string) => (state === undefined ? createdAt : stateAt(state, createdAt));

/** Where a page begins. Built from the owner: whatever a cursor names, the page stays in that store or region. */
const startKey = (owner: Owner, filter: Filter, { createdAt, storeId, reference }: After) => ({
  ...(owner.storeId === undefined && { region: owner.region }),
  store: storeKey(owner.region, owner.storeId ?? storeId),
  reference,
  [tables.repairs.indexes[indexOf(owner, filter)].sort]: sortOf(filter, createdAt),
});

/** The content that was booked, before any correction. */
const bookedContent = (stored: RepairRow) => stored.timeline.find((entry) => entry.type === 'corrected')?.before ?? stored;

/** A request that is sent again has all of it the same, whatever has happened to the repair since. One with the same id and other content is no repetition. */
const isSameBooking = (stored: RepairRow, row: RepairRow) =>
  stored.id === row.id && stored.storeRefNo === row.storeRefNo && isSameContent(bookedContent(stored), row);

/** What has not been changed since it was read, neither by the store nor by the provider. */
const unchanged = ({ id, version, state }: RepairRow) => ({
  ConditionExpression: '#id = :id AND #version = :version AND #state = :state',
  ExpressionAttributeNames: { '#id': 'id', '#version': 'version', '#state': 'state' },
  ExpressionAttributeValues: { ':id': id, ':version': version, ':state': state },
});

const summaryAttributes = Object.keys(repairIndexRow.shape);

export const repairsStore = (db: DynamoDBDocumentClient, table: string) => {
  const get = async (key: RepairKey): Promise<RepairRow | undefined> => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
    return Item && repairRow.parse(Item);
  };

  return {
    /**
     * Books a repair: of any number with one reference in one store exactly one wins.
     * The same booking sent again (same id) answers what is stored. Throws RepairRequestExists.
     */
    book: async (row: RepairRow): Promise<RepairRow> => {
      try {
        await db.send(
          new PutCommand({
            TableName: table,
            Item: row,
            ConditionExpression: 'attribute_not_exists(#reference)',
            ExpressionAttributeNames: { '#reference': tables.repairs.key.sort },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return row;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
        const stored = repairRow.parse(unmarshall(error.Item));
        if (isSameBooking(stored, row)) return stored;
        throw new AppError('RepairRequestExists', { cause: error });
      }
    },

    /** A page, newest first. */
    list: (owner: Owner, filter: Filter, limit: number, after?: After): Promise<Page<RepairIndexRow>> => {
      const index = indexOf(owner, filter);
      const { kind, partition, sort } = tables.repairs.indexes[index];
      // Every instant lies between the two signs that stand for an open end.
      const { from = '0', to = '~' } = filter.period;
      return queryPage(
        db,
        {
          TableName: table,
          IndexName: index,
          KeyConditionExpression: '#partition = :owner AND #sort BETWEEN :from AND :to',
          ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
          ExpressionAttributeValues: { ':owner': partitionOf(owner), ':from': sortOf(filter, from), ':to': sortOf(filter, to) },
          ConsistentRead: kind === 'local',
          ScanIndexForward: false,
          ...(after && { ExclusiveStartKey: startKey(owner, filter, after) }),
        },
        limit,
        (item) => repairIndexRow.parse(item),
      );
    },

    /** The repairs with these keys as lists show them, in no order; what doesn't exist is left out. Throws ServiceUnavailable. */
    summaries: async (keys: readonly RepairKey[]): Promise<RepairIndexRow[]> =>
      (await batchGet(db, table, keys, summaryAttributes)).map((item) => repairIndexRow.parse(item)),

    /** One repair, wherever it stands: at its reference, or aside when it was withdrawn. */
    find: async (region: RegionId, { storeId, storeRefNo, id }: RepairIdentity): Promise<RepairRow | undefined> => {
      const store = storeKey(region, storeId);
      const booked = await get({ store, reference: normaliseReference(storeRefNo) });
      return booked?.id === id ? booked : await get({ store, reference: withdrawnReference(storeRefNo, id) });
    },

    /** Writes a repair over what was read of it; false when that has changed since. */
    replace: async (read: RepairRow, row: RepairRow): Promise<boolean> => {
      try {
        await db.send(new PutCommand({ TableName: table, Item: row, ...unchanged(read) }));
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },

    /** Moves a repair to its new key, so that its reference can be used again; false when it has changed since it was read, or is changing. Throws ServiceUnavailable. */
    move: async (read: RepairRow, row: RepairRow): Promise<boolean> => {
      const { store, reference } = read;
      try {
        await db.send(
          new TransactWriteCommand({
            TransactItems: [
              { Delete: { TableName: table, Key: { store, reference }, ...unchanged(read) } },
              // No condition: a booking that was withdrawn, sent again and withdrawn again has the same key.
              { Put: { TableName: table, Item: row } },
            ],
          }),
        );
        return true;
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const reasons = error.CancellationReasons?.map(({ Code }) => Code ?? '') ?? [];
        if (reasons.some((reason) => ['ConditionalCheckFailed', 'TransactionConflict'].includes(reason))) return false;
        if (reasons.some((reason) => ['ThrottlingError', 'ProvisionedThroughputExceeded'].includes(reason))) {
          throw new AppError('ServiceUnavailable', { cause: error });
        }
        throw error;
      }
    },
  };
};

export type RepairsStore = ReturnType<typeof repairsStore>;
