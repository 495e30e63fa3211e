import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { expressions } from '#lambdas/aws/dynamodb.ts';
import { bookOnce } from '#lambdas/records/book-once.ts';
import type { ReturnIndexRow, ReturnRow } from '#lambdas/records/return.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { tables } from '#shared/tables.ts';

type IndexKey = Pick<ReturnRow, 'store' | 'reference' | 'createdAt'>;

/** `attempts` is the table that claims of ids stand in. */
export const returnsStore = (db: DynamoDBDocumentClient, table: string, attempts: string) => {
  const records = recordsStore(db, table, returnKind);
  const { byStore } = tables.returns.indexes;

  const summary = async ({ store, reference, createdAt }: IndexKey): Promise<ReturnIndexRow | undefined> => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'byStore',
        ...expressions(
          { KeyConditionExpression: `#${byStore.partition} = :store AND #${byStore.sort} = :createdAt` },
          { store, createdAt },
        ),
        ConsistentRead: true,
      }),
    );
    // A store may have booked several in one millisecond.
    return Items.map(returnKind.parseIndexRow).find((row) => row.reference === reference);
  };

  return {
    ...records,
    book: bookOnce(db, attempts, returnKind, records),

    /** The returns that stand there as lists show them, in the order asked for; what doesn't exist is left out. Reads the index only: a return itself may be 400 KB. */
    summaries: async (keys: readonly IndexKey[]): Promise<ReturnIndexRow[]> =>
      (await mapConcurrently(25, keys, summary)).filter((row) => row !== undefined),
  };
};

export type ReturnsStore = ReturnType<typeof returnsStore>;
