import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { admin, by, now, staff } from '#lambdas/testing/callers.ts';
import { content } from '#lambdas/testing/repairs.ts';
import { byRegion } from '#shared/regions.ts';
import { repairHandlers } from './repairs.ts';

type Collaborators = Parameters<typeof repairHandlers>[0];

const book = jest.fn(async (row: RepairRow) => row);
const find = jest.fn(async (_region: string, storeId: string) =>
  storeId === 'UK-2' ? { storeId, storeName: 'Two' } : undefined,
);
const settings = byRegion((region) => ({ termsLastUpdated: region === 'nfr' ? '2025-03-01' : '2024-06-06' }));
const { bookRepair } = repairHandlers({ repairs: { book }, stores: { find }, settings } as unknown as Collaborators);

const booking = {
  ...content,
  region: 'nuk' as const,
  id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  storeRefNo: ' Ref 1',
  customerPresence: true as const,
  termsAcceptance: true as const,
};

beforeEach(() => {
  jest.clearAllMocks();
});

describe('booking a repair', () => {
  test('writes the store of whoever books, who and when, and the terms that were accepted', async () => {
    await bookRepair(booking, by(staff));
    const at = now.toISOString();
    expect(book).toHaveBeenCalledWith({
      ...content,
      id: booking.id,
      region: 'nuk',
      store: 'nuk#UK-1',
      reference: 'ref 1',
      storeRefNo: ' Ref 1',
      storeId: 'UK-1',
      storeName: 'One',
      rma: null,
      state: 'submitted',
      stateAt: `submitted#${at}`,
      createdAt: at,
      createdBy: 'sub-1',
      termsAccepted: '2024-06-06',
      next: { promise: 'rma', by: '2026-11-23', who: ['provider'] },
      version: 1,
      // 27 months later.
      expiresAt: Date.parse('2029-02-21T10:00:00.000Z') / 1000,
      timeline: [{ type: 'booked', at, by: 'anna@store.example' }],
    });
  });

  test('notes the terms of the region, which may be of another date', async () => {
    await bookRepair({ ...booking, region: 'nfr' }, by(staff));
    expect(book.mock.calls[0]?.[0]).toMatchObject({ region: 'nfr', termsAccepted: '2025-03-01' });
  });

  test.each([
    ['staff', staff, undefined],
    ['an admin for the own store', admin, 'UK-1'],
  ])('%s needs no look-up of a store: one call in all', async (_, caller, storeId) => {
    await bookRepair({ ...booking, storeId }, by(caller));
    expect([find.mock.calls.length, book.mock.calls.length]).toEqual([0, 1]);
  });

  test('an admin books for another store of the region, by its name there', async () => {
    const { body } = await bookRepair({ ...booking, storeId: 'UK-2' }, by(admin));
    expect(find).toHaveBeenCalledWith('nuk', 'UK-2');
    expect(body).toMatchObject({ storeId: 'UK-2', storeName: 'Two', timeline: [{ by: 'admin@store.example' }] });
  });

  test('a store that the region does not have is refused at its field, and nothing is stored', async () => {
    await expect(bookRepair({ ...booking, storeId: 'UK-3' }, by(admin))).rejects.toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'storeId', rule: 'pattern' }],
    });
    expect(book).not.toHaveBeenCalled();
  });
});
