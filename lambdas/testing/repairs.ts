import { createDeviceHistory } from '#lambdas/lib/records/device-history.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { createInMemoryRecords } from './in-memory-records.ts';
import { buildBookingFields, buildStoredRepair } from './rows.ts';

/** Builds the row of a repair of the caller `staff`. */
export const buildStaffRepair = (overrides: Partial<RepairRow> = {}): RepairRow =>
  buildStoredRepair({
    ...buildBookingFields(overrides.createdAt),
    id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
    storeRefNo: 'Ref 1',
    ...overrides,
  });

/** Creates an in-memory store of these repairs with its search index and device history; `rowByKey` holds the rows. */
export const createInMemoryRepairs = (...rows: RepairRow[]) => {
  const { rowByKey, records, search } = createInMemoryRecords(repairKind.toSearchItems, rows);
  const devices = createDeviceHistory(search, async ({ repairs = [] }) => ({
    repairs: await records.readSummaries(repairs),
  }));
  return { rowByKey, repairs: records, search, devices };
};
