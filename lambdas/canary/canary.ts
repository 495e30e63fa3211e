import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { recordKinds } from '#shared/records/record.ts';
import { regionIds } from '#shared/regions.ts';
import type { Probe } from './probes.ts';
import type { PendingStore } from './store.ts';

type Collaborators = {
  readonly probes: Readonly<Record<string, Probe>>;
  readonly pending: PendingStore;
  readonly now: () => Date;
  readonly log: Log;
};

const hoursBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 3_600_000);

/** Looks at the portal, and logs how many hours records have waited for an RMA number. Fails at the end when something failed on the way, so that an alarm rings. */
export const canaryHandler = ({ probes, pending, now, log }: Collaborators) => {
  const logWaiting = async () => {
    for (const kind of recordKinds) {
      for (const region of regionIds) {
        const oldest = await pending.oldest(kind, region);
        log('info', 'waiting for RMA', {
          look: kind,
          region,
          counts: { hours: oldest === undefined ? 0 : hoursBetween(oldest, now()) },
        });
      }
    }
  };

  return async (): Promise<void> => {
    const all = Object.entries({ ...probes, 'waiting for RMA': logWaiting });
    const ended = await Promise.all(
      all.map(async ([look, run]) => {
        try {
          await run();
          return [];
        } catch (error) {
          log('error', 'look failed', { look, error: errorFields(error) });
          return [look];
        }
      }),
    );
    const failed = ended.flat();
    if (failed.length > 0) throw new Error(`not as it should be: ${failed.join(', ')}`);
  };
};
