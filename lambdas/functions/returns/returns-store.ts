import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { buildExpressions } from '#lambdas/lib/aws/dynamodb.ts';
import { createBookOnce } from '#lambdas/lib/records/book-once.ts';
import type { RecordsStore } from '#lambdas/lib/records/records-store.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import type { ReturnIndexRow, ReturnRow } from '#lambdas/lib/records/return.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { tables } from '#shared/config/tables.ts';

const maxConcurrentQueries = 25;

type IndexKey = Pick<ReturnRow, 'store' | 'reference' | 'createdAt'>;

export type ReturnsStore = RecordsStore<ReturnRow, ReturnIndexRow> & {
  /** Books a return at most once per id. Returns the current record if the id has already booked one. Throws ReturnRequestExists, ReturnWithdrawn or ServiceUnavailable. */
  readonly book: (row: ReturnRow) => Promise<ReturnRow>;
  /** Reads the list rows of these returns in the given order. Omits missing returns. Uses the index only, because a full return may have 400 KB. */
  readonly readSummaries: (keys: readonly IndexKey[]) => Promise<ReturnIndexRow[]>;
};

/** Creates the store of returns. `attempts` is the table of the idempotency records. */
export const createReturnsStore = (db: DynamoDBDocumentClient, table: string, attempts: string): ReturnsStore => {
  const records = createRecordsStore(db, table, returnKind);
  const { byStore } = tables.returns.indexes;

  const readSummary = async ({ store, reference, createdAt }: IndexKey): Promise<ReturnIndexRow | undefined> => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'byStore',
        ...buildExpressions(
          { KeyConditionExpression: `#${byStore.partition} = :store AND #${byStore.sort} = :createdAt` },
          { store, createdAt },
        ),
        ConsistentRead: true,
      }),
    );
    // A store may book several returns in one millisecond.
    return Items.map(returnKind.parseIndexRow).find((row) => row.reference === reference);
  };

  return {
    ...records,
    book: createBookOnce(db, attempts, returnKind, records),

    readSummaries: async (keys: readonly IndexKey[]): Promise<ReturnIndexRow[]> =>
      (await mapConcurrently(maxConcurrentQueries, keys, readSummary)).filter((row) => row !== undefined),
  };
};
