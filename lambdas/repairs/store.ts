import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '#lambdas/aws/dynamodb.ts';
import { bookOnce } from '#lambdas/records/book-once.ts';
import type { RecordKey } from '#lambdas/records/kind.ts';
import type { RepairIndexRow } from '#lambdas/records/repair.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { summaryAttributes } from '#shared/records/summaries.ts';
import { tables } from '#shared/tables.ts';

/** Repairs store. `attempts` is the table of the idempotency records. */
export const repairsStore = (db: DynamoDBDocumentClient, table: string, attempts: string) => {
  const records = recordsStore(db, table, repairKind);
  return {
    ...records,
    book: bookOnce(db, attempts, repairKind, records),

    /** Reads the list rows of these repairs, in any order; missing ones are left out. Throws ServiceUnavailable. */
    summaries: async (keys: readonly RecordKey[]): Promise<RepairIndexRow[]> =>
      (await batchGet(db, table, keys, [...summaryAttributes, tables.repairs.key.sort])).map(repairKind.parseIndexRow),
  };
};

export type RepairsStore = ReturnType<typeof repairsStore>;
