import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { Difference, ReconciliationResult } from '#lambdas/lib/users/reconcile.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';

type Collaborators = {
  readonly reconcile: (
    region: RegionId,
    options: { readonly repairAs: Actor; readonly hasTimeLeft: () => boolean },
  ) => Promise<ReconciliationResult>;
  readonly newId: () => string;
  readonly log: Log;
};

/** Time reserved for work in progress to finish before Lambda stops the function. */
const reserveMs = 60_000;

/** Reconciles the users table with Cognito in every region. Throws at the end if anything failed, which raises an alarm. */
export const createReconciliationHandler =
  ({ reconcile, newId, log }: Collaborators) =>
  async (remainingMs: () => number): Promise<void> => {
    const actor = { by: 'reconciliation', requestId: newId() };
    const hasTimeLeft = () => remainingMs() > reserveMs;
    let failureCount = 0;
    for (const region of regionIds) {
      try {
        const { users, differences, failures } = await reconcile(region, { repairAs: actor, hasTimeLeft });
        const countOutcome = (outcome: Difference['outcome']) =>
          differences.filter((difference) => difference.outcome === outcome).length;
        log('info', 'reconciled', {
          requestId: actor.requestId,
          region,
          counts: { users, mended: countOutcome('mended'), left: countOutcome('left'), failed: countOutcome('failed') },
        });
        // Only the first failure of a region is logged.
        for (const error of failures.slice(0, 1))
          log('error', 'user cannot be reconciled', { region, error: errorFields(error) });
        failureCount += failures.length;
      } catch (error) {
        log('error', 'region cannot be reconciled', { region, error: errorFields(error) });
        failureCount += 1;
      }
    }
    if (failureCount > 0) throw new Error(`${failureCount} users or regions could not be reconciled`);
  };
