import type { RepairContent } from '#shared/repairs/content.ts';
import { contentOf } from '#shared/repairs/content.ts';
import type { Repair, RepairSummary } from '#shared/repairs/repair.ts';

const summary: RepairSummary = {
  id: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11',
  rma: null,
  state: 'submitted',
  storeRefNo: 'REF-1',
  storeId: 'UK001',
  storeName: 'Oxford Street',
  createdAt: '2026-11-02T09:30:00.000Z',
  product: 'switch-2',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XKW10001234567',
};

export const summaryWith = (fields: Partial<RepairSummary> = {}): RepairSummary => ({ ...summary, ...fields });

/** A booked repair with all there is to know, as the server answers it. */
export const repairWith = (fields: Partial<Repair> = {}): Repair => ({
  ...summary,
  purchaseDate: '2026-10-01',
  detailedDescription: '',
  termsAccepted: '2024-06-06',
  version: 1,
  timeline: [{ type: 'booked', at: '2026-11-02T09:30:00.000Z', by: 'sam@nuk.example' }],
  promises: [],
  ...fields,
});

/** That somebody has corrected a repair which said this until then. */
export const correctedFrom = (before: RepairContent, by = 'ann@nuk.example'): Repair['timeline'][number] => ({
  type: 'corrected',
  at: '2026-11-02T10:30:00.000Z',
  by,
  before: contentOf(before),
});
