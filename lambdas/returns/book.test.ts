import { expect, jest, test } from '@jest/globals';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { admin, by, staff } from '#lambdas/testing/callers.ts';
import { storedLines } from '#lambdas/testing/return-row.ts';
import { returnHandlers } from './returns.ts';

type Collaborators = Parameters<typeof returnHandlers>[0];

const book = jest.fn(async (row: ReturnRow) => row);
const find = jest.fn(async (_region: string, storeId: string) =>
  storeId === 'UK-2' ? { storeId, storeName: 'Two' } : undefined,
);
const { bookReturn } = returnHandlers({ returns: { book }, stores: { find } } as unknown as Collaborators);

const booking = {
  region: 'nuk' as const,
  id: '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55',
  storeRefNo: ' Ret 1',
  files: ['a1'.repeat(32)],
  lines: storedLines(4),
};

test('lines of a file are booked for the store that it was read for, and for no other', async () => {
  await bookReturn({ ...booking, filesStoreId: 'UK-1' }, by(staff));
  expect(book).toHaveBeenCalledWith(expect.not.objectContaining({ filesStoreId: 'UK-1' }));
  for (const [caller, storeId, filesStoreId] of [
    [staff, undefined, 'UK-2'],
    [admin, 'UK-2', 'UK-1'],
    [admin, undefined, 'UK-2'],
  ] as const)
    await expect(bookReturn({ ...booking, storeId, filesStoreId }, by(caller))).rejects.toMatchObject({
      code: 'ReturnsFileOtherStore',
    });
  expect(book).toHaveBeenCalledTimes(1);
});
