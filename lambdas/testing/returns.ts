import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { returnSearchItems } from '#lambdas/lib/records/return.ts';
import { createMemory } from './memory.ts';

export const createReturnsMemory = (...rows: ReturnRow[]) => {
  const { stored, records, search } = createMemory(returnSearchItems, rows);
  return { stored, returns: records, search };
};
