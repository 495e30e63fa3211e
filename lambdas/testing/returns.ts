import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { returnSearchItems } from '#lambdas/lib/records/return.ts';
import { createMemory as memory } from './memory.ts';

export const createReturnsMemory = (...rows: ReturnRow[]) => {
  const { stored, records, search } = memory(returnSearchItems, rows);
  return { stored, returns: records, search };
};
