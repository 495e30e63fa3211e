import { findFor } from '#lambdas/records/access.ts';
import { bookingHandlers } from './book.ts';
import { changeHandlers } from './change.ts';
import type { RepairHandlers, RepairsCollaborators } from './collaborators.ts';
import { listHandlers } from './list.ts';
import { serialNumberHandlers } from './search.ts';

export const repairHandlers = (the: RepairsCollaborators): RepairHandlers => ({
  ...bookingHandlers(the),
  ...listHandlers(the),
  ...serialNumberHandlers(the),
  ...changeHandlers(the),
  findRepair: async ({ region, ...identity }, { caller }) => ({
    body: await findFor(the.repairs, caller, region, identity),
  }),
});
