import type { Place } from '#shared/paths.ts';
import { paths } from '#shared/paths.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { recordQuery } from '#web/ui/record/record-address.ts';

/** Where the details of one repair open: in the list. */
export const repairAddress = (here: Place, identity: RecordIdentity) =>
  paths.submittedRepairs(here) + recordQuery(identity);
