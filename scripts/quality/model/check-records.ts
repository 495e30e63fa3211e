import fc from 'fast-check';
import { recordKinds } from '#shared/records/record.ts';
import type { Environment } from './environment.ts';
import { noFaults, openFunctions } from './environment.ts';
import { expectSearchable } from './expect-searchable.ts';
import { kinds } from './kinds.ts';
import { arbitraryFault, runInLane, arbitraryFaults, createScheduler } from './lanes.ts';
import { contents, recordNames } from './model.ts';
import { startRun } from './run.ts';
import type { Step } from './steps.ts';
import { lateSteps, weightedTowards, step } from './steps.ts';

const firstBooking: Step = { does: 'book', name: recordNames[0], content: contents[0] };

/**
 * Steps of one caller and the faults of its calls. Four callers at most: more are rare in practice and hard to explain.
 */
const arbitraryLane = fc.record({ steps: fc.array(step, { maxLength: 6, size: 'max' }), fates: arbitraryFaults });
const arbitraryLanes = fc.array(arbitraryLane, { minLength: 1, maxLength: 4, size: 'max' });

const arbitraryDeliveries = fc.array(
  fc.record({
    most: fc.integer({ min: 1, max: 3 }),
    conditions: weightedTowards(
      1,
      noFaults,
      fc.record({ search: arbitraryFault, events: fc.nat(2), isAnswerLost: fc.boolean() }),
    ),
  }),
  { maxLength: 8 },
);

type Options = Pick<fc.Parameters, 'numRuns' | 'seed'>;

/**
 * Checks random interleavings of requests, with lost and repeated responses, against the model. Throws with the
 * shortest counterexample.
 */
export const checkRecords = async (setting: Environment, options: Options): Promise<void> => {
  const functions = openFunctions(setting);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordKinds),
      arbitraryLanes,
      arbitraryDeliveries,
      createScheduler(),
      async (kindName, callers, batches, releasing) => {
        await setting.empty();
        functions.clock.seconds = 0;
        const run = startRun(kinds[kindName], setting, functions);
        const requestLanes = callers.map(({ steps, fates }, index) => {
          const { take, fateOf } = run.caller(fates);
          return runInLane(releasing, index === 0 ? [firstBooking, ...steps] : steps, take, fateOf);
        });
        const deliver = ({ most, conditions }: (typeof batches)[number]) => run.deliver(most, conditions);
        const deliveryLane = runInLane(releasing, batches, deliver, () => 'done');
        const { take, fateOf } = run.caller([]);
        const lateLane = Promise.all(requestLanes).then(() => runInLane(releasing, lateSteps, take, fateOf));
        await releasing.waitFor(Promise.all([lateLane, deliveryLane]));
        await expectSearchable(kinds[kindName], await run.comeToRest(), setting, functions);
      },
    ),
    options,
  );
};
