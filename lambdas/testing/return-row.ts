import type { ReturnRow } from '#lambdas/records/return.ts';
import { newReturnRow } from '#lambdas/records/return.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import type { StoredLine } from '#shared/returns/return.ts';

type Facts = Parameters<typeof newReturnRow>[0];

/** For tests: lines of a return, each of another device. */
export const storedLines = (count: number, change: Partial<StoredLine> = {}): StoredLine[] =>
  Array.from({ length: count }, (_, index) => ({
    product: index % 3 === 0 ? 'console-a' : 'game-b',
    ean: '9521234567899',
    productDescription: 'Console A, white',
    purchaseDate: '2026-11-01',
    returnDate: '2026-11-20',
    serialNumber: `XKW${10_000_000 + index}`,
    ...change,
  }));

/** For tests: a return's row as it was booked, but for what is said otherwise. */
export const bookedReturn = (facts: Partial<Facts> = {}): ReturnRow => {
  const at = facts.createdAt ?? '2026-11-20T10:00:00.000Z';
  return newReturnRow({
    id: '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55',
    region: 'nuk',
    storeId: 'UK-1',
    storeName: 'One',
    storeRefNo: 'Ret 1',
    createdAt: at,
    createdBy: 'sub-1',
    version: 1,
    files: [],
    lines: storedLines(3),
    timeline: [{ type: 'booked', at, by: 'anna@store.example' }],
    ...facts,
  });
};

/** For tests: the same return with an RMA number. */
export const withRma = (row: ReturnRow, rma: string, at = '2026-11-21T08:00:00.000Z'): ReturnRow => {
  const entry: ReturnEntry = { type: 'rmaAssigned', at, eventId: `event-${rma}`, rma };
  return newReturnRow({ ...row, version: row.version + 1, timeline: [...row.timeline, entry] });
};

/** For tests: the same return, taken back by its store. */
export const withdrawnReturn = (row: ReturnRow, at = '2026-11-21T08:00:00.000Z'): ReturnRow =>
  newReturnRow({
    ...row,
    version: row.version + 1,
    timeline: [...row.timeline, { type: 'withdrawn', at, by: 'anna@store.example' }],
  });
