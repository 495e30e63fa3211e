import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { atOnce } from '#lambdas/aws/map-concurrently.ts';
import { putNew } from '#lambdas/aws/put-new.ts';
import { storeKey } from '#lambdas/directory/users.ts';
import { recordPages } from '#lambdas/records/pages.ts';
import type { ReturnIndexRow, ReturnRow } from '#lambdas/records/return-row.ts';
import { returnIndexRow, returnRow } from '#lambdas/records/return-row.ts';
import { AppError } from '#shared/errors.ts';
import { normaliseReference } from '#shared/records/reference.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';
import { tables } from '#shared/tables.ts';

/** Where a return stands in the index by store. */
export type ReturnPlace = Pick<ReturnRow, 'store' | 'reference' | 'createdAt'>;

/** As many Queries at once, where many returns were found. */
const mostAtOnce = 25;

/** A request that is sent again has all of it the same. One with the same id and other content is no repetition. */
const isSameBooking = (stored: ReturnRow, row: ReturnRow) => {
  const contentOf = ({ id, storeRefNo, lines, files }: ReturnRow) => JSON.stringify([id, storeRefNo, lines, files]);
  return contentOf(stored) === contentOf(row);
};

export const returnsStore = (db: DynamoDBDocumentClient, table: string) => {
  const { byStore } = tables.returns.indexes;

  const summary = async ({ store, reference, createdAt }: ReturnPlace): Promise<ReturnIndexRow | undefined> => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'byStore',
        KeyConditionExpression: '#store = :store AND #createdAt = :createdAt',
        ExpressionAttributeNames: { '#store': byStore.partition, '#createdAt': byStore.sort },
        ExpressionAttributeValues: { ':store': store, ':createdAt': createdAt },
        ConsistentRead: true,
      }),
    );
    // A store may have booked several in one millisecond.
    return Items.map((item) => returnIndexRow.parse(item)).find((row) => row.reference === reference);
  };

  return {
    /**
     * Books a return: of any number with one reference in one store exactly one wins.
     * The same booking sent again (same id, same content) answers what is stored. Throws ReturnRequestExists.
     */
    book: async (row: ReturnRow): Promise<ReturnRow> => {
      const item = await putNew(db, table, tables.returns.key.sort, row);
      if (!item) return row;
      const stored = returnRow.parse(item);
      if (isSameBooking(stored, row)) return stored;
      throw new AppError('ReturnRequestExists');
    },

    /** A page, newest first. */
    list: recordPages(db, table, 'returns', (item) => returnIndexRow.parse(item)),

    /** The returns that stand there as lists show them, in the order asked for; what doesn't exist is left out. Reads the index only: a return itself may be 400 KB. */
    summaries: async (places: readonly ReturnPlace[]): Promise<ReturnIndexRow[]> =>
      (await atOnce(mostAtOnce, places, summary)).filter((row) => row !== undefined),

    /** One return, with its lines. */
    find: async (region: RegionId, { storeId, storeRefNo, id }: RepairIdentity): Promise<ReturnRow | undefined> => {
      const Key = { store: storeKey(region, storeId), reference: normaliseReference(storeRefNo) };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item?.['id'] === id ? returnRow.parse(Item) : undefined;
    },
  };
};

export type ReturnsStore = ReturnType<typeof returnsStore>;
