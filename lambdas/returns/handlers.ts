import { findFor } from '#lambdas/records/access.ts';
import { bookingHandlers } from './book.ts';
import type { ReturnHandlers, ReturnsCollaborators } from './collaborators.ts';
import { listHandlers } from './list.ts';
import { serialNumberHandlers } from './serial-numbers.ts';

export const returnHandlers = (the: ReturnsCollaborators): ReturnHandlers => ({
  ...bookingHandlers(the),
  ...listHandlers(the),
  ...serialNumberHandlers(the),
  findReturn: async ({ region, ...identity }, { caller }) => ({
    body: await findFor(the.returns, caller, region, identity),
  }),
});
