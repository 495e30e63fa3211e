import { expect, test } from '@jest/globals';
import { by, staff } from '#lambdas/testing/callers.ts';
import { memoryOf, repairRowWith } from '#lambdas/testing/repairs.ts';
import { searchTerm } from '#shared/records/search.ts';
import { repairHandlers } from './repairs.ts';

test('an index that is behind finds nothing that has gone or reads otherwise now', async () => {
  const items = ['ref 1', 'ref 9'].map((reference) => ({
    store: 'nuk#UK-1',
    reference,
    term: searchTerm('serial', 'OLD', { storeId: 'UK-1', reference }),
  }));
  const { repairs } = memoryOf(repairRowWith({ serialNumber: 'NEW' }));
  const search = { find: async () => ({ items, hasMore: false }) };
  const { listRepairs } = repairHandlers({ repairs, search } as unknown as Parameters<typeof repairHandlers>[0]);
  const { body } = await listRepairs({ region: 'nuk', limit: 25, search: 'old' }, by(staff));
  expect(body.items).toEqual([]);
});
