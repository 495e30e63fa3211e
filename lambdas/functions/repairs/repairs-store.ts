import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '#lambdas/lib/aws/dynamodb.ts';
import { bookOnce } from '#lambdas/lib/records/book-once.ts';
import type { RecordKey } from '#lambdas/lib/records/kind.ts';
import { recordsStore } from '#lambdas/lib/records/records-store.ts';
import type { RepairIndexRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { tables } from '#shared/config/tables.ts';
import { summaryAttributes } from '#shared/records/summaries.ts';

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
