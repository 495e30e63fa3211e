import type { Repair } from '#shared/repairs/repair.ts';

/** A booked repair, as the server answers it. */
export const repairWith = (fields: Partial<Repair> = {}): Repair => ({
  id: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11',
  rma: null,
  storeRefNo: 'REF-1',
  storeId: 'UK001',
  storeName: 'Oxford Street',
  createdAt: '2026-11-02T09:30:00.000Z',
  product: 'switch-2',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XKW10001234567',
  purchaseDate: '2026-10-01',
  detailedDescription: '',
  ...fields,
});
