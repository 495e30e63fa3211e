import type { Place } from '#shared/paths.ts';
import { paths } from '#shared/paths.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';
import { recordQuery } from '#web/ui/record/record-address.ts';

/** Where the details of one repair open: in the list. */
export const repairAddress = (here: Place, identity: RepairIdentity) =>
  paths.submittedRepairs(here) + recordQuery(identity);
