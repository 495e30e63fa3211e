import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '#lambdas/lib/aws/dynamodb.ts';
import { createBookOnce } from '#lambdas/lib/records/book-once.ts';
import type { RecordKey } from '#lambdas/lib/records/record-kind.ts';
import type { RecordsStore } from '#lambdas/lib/records/records-store.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import type { RepairIndexRow, RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { tables } from '#shared/config/tables.ts';
import { summaryAttributes } from '#shared/records/summaries.ts';

export type RepairsStore = RecordsStore<RepairRow, RepairIndexRow> & {
  /** Books a repair at most once per id. Returns the current record if the id has already booked one. Throws RepairRequestExists, RepairWithdrawn or ServiceUnavailable. */
  readonly book: (row: RepairRow) => Promise<RepairRow>;
  /** Reads the list rows of these repairs, in any order. Omits missing repairs. Throws ServiceUnavailable. */
  readonly readSummaries: (keys: readonly RecordKey[]) => Promise<RepairIndexRow[]>;
};

/** Creates the store of repairs. `attempts` is the table of the idempotency records. */
export const createRepairsStore = (db: DynamoDBDocumentClient, table: string, attempts: string): RepairsStore => {
  const records = createRecordsStore(db, table, repairKind);
  return {
    ...records,
    book: createBookOnce(db, attempts, repairKind, records),

    readSummaries: async (keys: readonly RecordKey[]): Promise<RepairIndexRow[]> =>
      (await batchGet(db, table, keys, [...summaryAttributes, tables.repairs.key.sort])).map(repairKind.parseIndexRow),
  };
};
