import type { Place } from '#shared/paths.ts';
import { paths } from '#shared/paths.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';

/** Where the details of one repair open: the list, with the repair's identity as `storeId`, `ref` and `id`. */
export const repairAddress = (here: Place, { storeId, storeRefNo, id }: RepairIdentity) =>
  `${paths.submittedRepairs(here)}?${new URLSearchParams({ storeId, ref: storeRefNo, id })}`;
