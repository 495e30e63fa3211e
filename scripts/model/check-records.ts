import fc from 'fast-check';
import { recordKinds } from '#shared/records/record.ts';
import { expectFound } from './found.ts';
import { openFunctions } from './functions.ts';
import { kinds } from './kinds.ts';
import { inLane, scheduler } from './lanes.ts';
import { beginRun } from './run.ts';
import type { Setting } from './setting.ts';
import { deliveries, firstBooking, lanes } from './steps.ts';

type Options = Pick<fc.Parameters, 'numRuns' | 'seed' | 'interruptAfterTimeLimit'>;

/**
 * Runs bookings, corrections, withdrawals and reports in so many random interleavings through the functions and the emulated DynamoDB,
 * with answers lost and requests repeated, and holds each run to the model. Throws with the shortest run that the model does not explain.
 */
export const checkRecords = async (setting: Setting, options: Options): Promise<void> => {
  const began = Date.now();
  const clock = { seconds: 0 };
  const at = (seconds: number) => new Date(began + seconds * 1000);
  const functions = openFunctions(setting, () => at(clock.seconds), at);
  const secondsOf = (instant: string) => (Date.parse(instant) - began) / 1000;

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordKinds),
      lanes,
      deliveries,
      scheduler(),
      async (name, callers, batches, releasing) => {
        await setting.empty();
        clock.seconds = 0;
        const run = beginRun(kinds[name], { setting, functions, clock, secondsOf });
        const asking = callers.map(({ steps, fates }, index) => {
          const { take, fateOf } = run.caller(fates);
          return inLane(releasing, index === 0 ? [firstBooking, ...steps] : steps, take, fateOf);
        });
        const deliver = ({ most, conditions }: (typeof batches)[number]) => run.deliver(most, conditions);
        const delivering = inLane(releasing, batches, deliver, () => 'done');
        await releasing.waitFor(Promise.all([...asking, delivering]));
        await expectFound(kinds[name], await run.comeToRest(), setting, functions);
      },
    ),
    options,
  );
};
