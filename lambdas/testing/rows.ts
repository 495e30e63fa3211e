import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { buildRepairRow } from '#lambdas/lib/records/repair.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { buildReturnRow } from '#lambdas/lib/records/return.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { ReturnEntry, StoredLine } from '#shared/returns/return.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { buildReturn, buildReturnLine } from '#shared/testing/return.ts';

/** Builds the row of a repair. The fields of the repair come from `buildRepair`. */
export const buildStoredRepair = (overrides: Partial<RepairRow> = {}): RepairRow =>
  buildRepairRow({ ...buildRepair(), region: 'nuk', createdBy: 'sub-of-sam', ...overrides });

export const addRepairEntry = (row: RepairRow, entry: RepairEntry, changedFields: Partial<RepairRow> = {}): RepairRow =>
  buildRepairRow({ ...row, ...changedFields, version: row.version + 1, timeline: [...row.timeline, entry] });

export const buildLines = (count: number, overrides: Partial<StoredLine> = {}): StoredLine[] =>
  Array.from({ length: count }, (_, index) =>
    buildReturnLine({
      product: index % 3 === 0 ? 'console-a' : 'game-b',
      ean: '9521234567899',
      productDescription: 'Console A, white',
      purchaseDate: '2026-11-01',
      returnDate: '2026-11-20',
      serialNumber: `XKW${10_000_000 + index}`,
      ...overrides,
    }),
  );

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

/** Builds the row of a return of the caller `staff`. The fields of the return come from `buildReturn`. */
export const buildStoredReturn = (overrides: Partial<ReturnRow> = {}): ReturnRow =>
  buildReturnRow({
    ...buildReturn(),
    ...buildBookingFields(overrides.createdAt),
    id: '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55',
    storeRefNo: 'Ret 1',
    files: [],
    lines: buildLines(3),
    ...overrides,
  });

const addReturnEntry = (row: ReturnRow, entry: ReturnEntry): ReturnRow =>
  buildReturnRow({ ...row, version: row.version + 1, timeline: [...row.timeline, entry] });

export const addRma = (row: ReturnRow, rma: string, at = '2026-11-21T08:00:00.000Z'): ReturnRow =>
  addReturnEntry(row, { type: 'rmaAssigned', at, eventId: `event-${rma}`, rma });

export const withdrawReturn = (row: ReturnRow, at = '2026-11-21T08:00:00.000Z'): ReturnRow =>
  addReturnEntry(row, { type: 'withdrawn', at, by: 'anna@store.example' });
