import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { buildReturnSearchItems } from '#lambdas/lib/records/return.ts';
import { createMemory } from './memory.ts';

/** Creates an in-memory store of these returns with its search index; `stored` holds the rows. */
export const createReturnsMemory = (...rows: ReturnRow[]) => {
  const { stored, records, search } = createMemory(buildReturnSearchItems, rows);
  return { stored, returns: records, search };
};
