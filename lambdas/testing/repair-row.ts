import type { RepairRow } from '#lambdas/records/repair.ts';
import { newRepairRow } from '#lambdas/records/repair.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';

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

/** For tests: a repair's row as it was booked, but for what is said otherwise. */
export const bookedRow = (facts: Partial<RepairRow> = {}): RepairRow =>
  newRepairRow({ ...booking, accessories: [], timeline: [...booking.timeline], ...facts });

/** For tests: the same repair after more has happened to it. */
export const later = (row: RepairRow, entry: RepairEntry, facts: Partial<RepairRow> = {}): RepairRow =>
  newRepairRow({ ...row, ...facts, version: row.version + 1, timeline: [...row.timeline, entry] });
