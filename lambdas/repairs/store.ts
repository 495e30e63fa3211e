import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '#lambdas/aws/batch-get.ts';
import { putNew } from '#lambdas/aws/put-new.ts';
import { storeKey } from '#lambdas/directory/users.ts';
import { recordPages } from '#lambdas/records/pages.ts';
import type { RepairIndexRow, RepairRow } from '#lambdas/records/repair-row.ts';
import { repairIndexRow, repairRow } from '#lambdas/records/repair-row.ts';
import { AppError } from '#shared/errors.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/reference.ts';
import type { RegionId } from '#shared/regions.ts';
import { isSameContent } from '#shared/repairs/content.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';
import { tables } from '#shared/tables.ts';

export type RepairKey = Pick<RepairRow, 'store' | 'reference'>;

/** The content that was booked, before any correction. */
const bookedContent = (stored: RepairRow) =>
  stored.timeline.find((entry) => entry.type === 'corrected')?.before ?? stored;

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
      const item = await putNew(db, table, tables.repairs.key.sort, row);
      if (!item) return row;
      const stored = repairRow.parse(item);
      if (isSameBooking(stored, row)) return stored;
      throw new AppError('RepairRequestExists');
    },

    /** A page, newest first. */
    list: recordPages(db, table, 'repairs', (item) => repairIndexRow.parse(item)),

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
