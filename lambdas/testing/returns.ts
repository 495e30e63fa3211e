import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { buildReturnSearchItems } from '#lambdas/lib/records/return.ts';
import { createInMemoryRecords } from './in-memory-records.ts';

/** Creates an in-memory store of these returns with its search index; `rowByKey` holds the rows. */
export const createInMemoryReturns = (...rows: ReturnRow[]) => {
  const { rowByKey, records, search } = createInMemoryRecords(buildReturnSearchItems, rows);
  return { rowByKey, returns: records, search };
};
