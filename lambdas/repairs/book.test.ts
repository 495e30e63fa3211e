import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { by, now, staff } from '#lambdas/testing/callers.ts';
import { content } from '#lambdas/testing/repairs.ts';
import { byRegion } from '#shared/regions.ts';
import { repairHandlers } from './repairs.ts';

type Collaborators = Parameters<typeof repairHandlers>[0];

const book = jest.fn(async (row: RepairRow) => row);
const settings = byRegion((region) => ({ termsLastUpdated: region === 'nfr' ? '2025-03-01' : '2024-06-06' }));
const { bookRepair } = repairHandlers({ repairs: { book }, settings } as unknown as Collaborators);

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
});
