import { deviceHistory } from '#lambdas/lib/records/device.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { buildRepairRow, repairKind } from '#lambdas/lib/records/repair.ts';
import { createMemory as memory } from './memory.ts';
import { buildBookingFields } from './rows.ts';

/** Repair fixtures and an in-memory store for tests of handlers. */

export const content = {
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect' as const,
  serialNumber: 'XTW70012345678',
  purchaseDate: '2026-01-15',
  detailedDescription: '',
};

export const buildRepair = (change: Partial<Parameters<typeof buildRepairRow>[0]> = {}): RepairRow =>
  buildRepairRow({
    ...content,
    ...buildBookingFields(change.createdAt),
    id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
    storeRefNo: 'Ref 1',
    termsAccepted: '2024-06-06',
    ...change,
  });

export const createRepairsMemory = (...rows: RepairRow[]) => {
  const { stored, records, search } = memory(repairKind.searchItems, rows);
  const devices = deviceHistory(search, async ({ repairs = [] }) => ({ repairs: await records.summaries(repairs) }));
  return { stored, repairs: records, search, devices };
};
