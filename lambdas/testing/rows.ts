import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { buildRepairRow } from '#lambdas/lib/records/repair.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { buildReturnRow } from '#lambdas/lib/records/return.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { ReturnEntry, StoredLine } from '#shared/returns/return.ts';

const booking = {
  id: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11',
  region: 'nuk',
  storeRefNo: 'REF-1',
  storeId: 'UK001',
  storeName: 'Oxford Street',
  createdAt: '2026-11-02T09:30:00.000Z',
  createdBy: 'sub-of-sam',
  product: 'switch-2',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XKW10001234567',
  purchaseDate: '2026-10-01',
  detailedDescription: 'The picture flickers.',
  termsAccepted: '2024-06-06',
  version: 1,
  timeline: [{ type: 'booked', at: '2026-11-02T09:30:00.000Z', by: 'sam@nuk.example' }],
} as const satisfies Partial<RepairRow>;

export const buildBookedRepair = (facts: Partial<RepairRow> = {}): RepairRow =>
  buildRepairRow({ ...booking, accessories: [], timeline: [...booking.timeline], ...facts });

export const withRepairEntry = (row: RepairRow, entry: RepairEntry, facts: Partial<RepairRow> = {}): RepairRow =>
  buildRepairRow({ ...row, ...facts, version: row.version + 1, timeline: [...row.timeline, entry] });

export const buildLines = (count: number, change: Partial<StoredLine> = {}): StoredLine[] =>
  Array.from({ length: count }, (_, index) => ({
    product: index % 3 === 0 ? 'console-a' : 'game-b',
    ean: '9521234567899',
    productDescription: 'Console A, white',
    purchaseDate: '2026-11-01',
    returnDate: '2026-11-20',
    serialNumber: `XKW${10_000_000 + index}`,
    ...change,
  }));

/** Common fields of a record that a store books. */
export const buildBookingFields = (createdAt = '2026-11-20T10:00:00.000Z') => ({
  region: 'nuk' as const,
  storeId: 'UK-1',
  storeName: 'One',
  createdAt,
  createdBy: 'sub-1',
  version: 1,
  timeline: [{ type: 'booked' as const, at: createdAt, by: 'anna@store.example' }],
});

export const buildReturn = (facts: Partial<Parameters<typeof buildReturnRow>[0]> = {}): ReturnRow =>
  buildReturnRow({
    ...buildBookingFields(facts.createdAt),
    id: '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55',
    storeRefNo: 'Ret 1',
    files: [],
    lines: buildLines(3),
    ...facts,
  });

const returnAfter = (row: ReturnRow, entry: ReturnEntry): ReturnRow =>
  buildReturnRow({ ...row, version: row.version + 1, timeline: [...row.timeline, entry] });

export const withRma = (row: ReturnRow, rma: string, at = '2026-11-21T08:00:00.000Z'): ReturnRow =>
  returnAfter(row, { type: 'rmaAssigned', at, eventId: `event-${rma}`, rma });

export const withdrawnReturn = (row: ReturnRow, at = '2026-11-21T08:00:00.000Z'): ReturnRow =>
  returnAfter(row, { type: 'withdrawn', at, by: 'anna@store.example' });
