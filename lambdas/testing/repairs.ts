import { deviceHistory } from '#lambdas/records/device.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { newRepairRow, repairKind } from '#lambdas/records/repair.ts';
import { staff } from './callers.ts';
import { memoryOf as memory } from './memory.ts';

/** Repairs and a small memory of them for the tests of handlers. */

export const content = {
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect' as const,
  serialNumber: 'XTW70012345678',
  purchaseDate: '2026-01-15',
  detailedDescription: '',
};

export const repairRowWith = (change: Partial<Parameters<typeof newRepairRow>[0]> = {}): RepairRow => {
  const at = change.createdAt ?? '2026-11-20T10:00:00.000Z';
  return newRepairRow({
    ...content,
    id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
    region: 'nuk',
    storeId: 'UK-1',
    storeName: 'One',
    storeRefNo: 'Ref 1',
    createdAt: at,
    createdBy: staff.sub,
    termsAccepted: '2024-06-06',
    version: 1,
    timeline: [{ type: 'booked', at, by: staff.email }],
    ...change,
  });
};

export const memoryOf = (...rows: RepairRow[]) => {
  const { stored, records, search } = memory(repairKind.searchItems, rows);
  const devices = deviceHistory(search, async ({ repairs = [] }) => ({ repairs: await records.summaries(repairs) }));
  return { stored, repairs: records, search, devices };
};
