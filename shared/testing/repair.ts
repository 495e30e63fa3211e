import type * as z from 'zod/mini';
import type { RepairContent } from '#shared/repairs/content.ts';
import type { Repair, repairBooking } from '#shared/repairs/repair.ts';

const id = '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11';
const storeRefNo = 'REF-1';

/**
 * Builds the content of a repair, which a store enters. All other repairs of tests and demos start with it, so that a
 * new field is added here only.
 */
export const buildRepairContent = (change: Partial<RepairContent> = {}): RepairContent => ({
  product: 'switch-2',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XKW10001234567',
  purchaseDate: '2026-01-15',
  detailedDescription: '',
  ...change,
});

/** Body of a booking; the region is in the path. */
export type RepairBooking = Omit<z.output<typeof repairBooking>, 'region'>;

/** Builds a booking as the page sends it. Two bookings need different ids, or the second one is a retry of the first. */
export const buildRepairBooking = (change: Partial<RepairBooking> = {}): RepairBooking => ({
  ...buildRepairContent(),
  id,
  storeRefNo,
  customerPresence: true,
  termsAcceptance: true,
  ...change,
});

/** Builds a complete repair as the server returns it. */
export const buildRepair = (change: Partial<Repair> = {}): Repair => ({
  ...buildRepairContent(),
  id,
  rma: null,
  state: 'submitted',
  storeRefNo,
  storeId: 'UK001',
  storeName: 'Oxford Street',
  createdAt: '2026-11-02T09:30:00.000Z',
  termsAccepted: '2024-06-06',
  version: 1,
  timeline: [{ type: 'booked', at: '2026-11-02T09:30:00.000Z', by: 'sam@nuk.example' }],
  promises: [],
  ...change,
});
