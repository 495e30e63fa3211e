import { deviceHistory } from '#lambdas/lib/records/device.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { createMemory as memory } from './memory.ts';
import { buildBookingFields, buildStoredRepair } from './rows.ts';

/** Repairs of the caller `staff`, and an in-memory store, for tests of handlers. */

export const buildStaffRepair = (change: Partial<RepairRow> = {}): RepairRow =>
  buildStoredRepair({
    ...buildBookingFields(change.createdAt),
    id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
    storeRefNo: 'Ref 1',
    ...change,
  });

export const createRepairsMemory = (...rows: RepairRow[]) => {
  const { stored, records, search } = memory(repairKind.toSearchItems, rows);
  const devices = deviceHistory(search, async ({ repairs = [] }) => ({
    repairs: await records.readSummaries(repairs),
  }));
  return { stored, repairs: records, search, devices };
};
