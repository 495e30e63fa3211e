import type { Place } from '#shared/paths.ts';
import { paths } from '#shared/paths.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { recordQuery } from '#web/ui/record/record-address.ts';

/** Where the details of one return open: in the list. */
export const returnAddress = (here: Place, identity: RecordIdentity) =>
  paths.submittedReturns(here) + recordQuery(identity);
