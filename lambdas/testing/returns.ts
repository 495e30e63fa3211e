import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { buildReturnSearchItems } from '#lambdas/lib/records/return.ts';
import { createMemory } from './memory.ts';

export const createReturnsMemory = (...rows: ReturnRow[]) => {
  const { stored, records, search } = createMemory(buildReturnSearchItems, rows);
  return { stored, returns: records, search };
};
