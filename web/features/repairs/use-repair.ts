import type { RecordIdentity } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { useRecord } from '#web/ui/record/use-record.ts';

/** One repair. */
export const useRepair = (region: RegionId, { storeId, storeRefNo, id }: RecordIdentity) =>
  useRecord({
    question: JSON.stringify([region, storeId, storeRefNo, id]),
    ask: (call) => call(repairs.findRepair, { region, storeId, storeRefNo, id }),
  });
