import type * as z from 'zod/mini';
import { returnItems } from '#shared/catalogue/returns.ts';
import type { returnBooking } from '#shared/returns/booking.ts';
import type { ReturnRecord, StoredLine } from '#shared/returns/return.ts';
import { summarizeLines } from '#shared/returns/return.ts';

const id = '6b1f3c8e-2d4a-4c19-8f77-5e0d9a3b1c22';
const storeRefNo = 'RET-1';

/** Builds a line of a return, with the EAN of its product. All other lines of tests and demos start with it, so that a new field is added here only. */
export const buildReturnLine = (change: Partial<StoredLine> = {}): StoredLine => {
  const product = change.product ?? 'super-mario-odyssey';
  return {
    product,
    ean: returnItems.find(({ key }) => key === product)?.ean ?? '9520001000072',
    productDescription: 'Super Mario Odyssey',
    purchaseDate: '2026-10-20',
    returnDate: '2026-11-01',
    serialNumber: 'S1',
    ...change,
  };
};

/** Body of a booking; the region is in the path. */
export type ReturnBooking = Omit<z.output<typeof returnBooking>, 'region'>;

/** Builds a booking as the page sends it. Two bookings need different ids, or the second one is a retry of the first. */
export const buildReturnBooking = (change: Partial<ReturnBooking> = {}): ReturnBooking => ({
  id,
  storeRefNo,
  files: [],
  lines: [buildReturnLine()],
  ...change,
});

/** Builds a complete return as the server returns it. */
export const buildReturn = (change: Partial<ReturnRecord> = {}): ReturnRecord => {
  const lines = change.lines ?? [buildReturnLine()];
  return {
    id,
    rma: null,
    state: 'submitted',
    storeRefNo,
    storeId: 'UK001',
    storeName: 'Oxford Street',
    createdAt: '2026-11-02T09:30:00.000Z',
    ...summarizeLines(lines),
    lines,
    version: 1,
    timeline: [{ type: 'booked', at: '2026-11-02T09:30:00.000Z', by: 'sam@nuk.example' }],
    ...change,
  };
};
