import fc from 'fast-check';
import { recordKinds } from '#shared/records/record.ts';
import type { Setting } from './environment.ts';
import { fair, openFunctions } from './environment.ts';
import { expectFound } from './expect-searchable.ts';
import { kinds } from './kinds.ts';
import { anyFate, inLane, manyFates, scheduler } from './lanes.ts';
import { contents, names } from './model.ts';
import { beginRun } from './run.ts';
import type { Step } from './steps.ts';
import { lateSteps, mostly, step } from './steps.ts';

const firstBooking: Step = { does: 'book', name: names[0], content: contents[0] };

/**
 * Steps of one caller and the faults of its calls. Four callers at most: more are rare in practice and hard to explain.
 */
const arbitraryLane = fc.record({ steps: fc.array(step, { maxLength: 6, size: 'max' }), fates: manyFates });
const arbitraryLanes = fc.array(arbitraryLane, { minLength: 1, maxLength: 4, size: 'max' });

const arbitraryDeliveries = fc.array(
  fc.record({
    most: fc.integer({ min: 1, max: 3 }),
    conditions: mostly(1, fair, fc.record({ search: anyFate, events: fc.nat(2), isAnswerLost: fc.boolean() })),
  }),
  { maxLength: 8 },
);

type Options = Pick<fc.Parameters, 'numRuns' | 'seed'>;

/**
 * Checks random interleavings of requests, with lost and repeated responses, against the model. Throws with the
 * shortest counterexample.
 */
export const checkRecords = async (setting: Setting, options: Options): Promise<void> => {
  const functions = openFunctions(setting);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordKinds),
      arbitraryLanes,
      arbitraryDeliveries,
      scheduler(),
      async (kindName, callers, batches, releasing) => {
        await setting.empty();
        functions.clock.seconds = 0;
        const run = beginRun(kinds[kindName], setting, functions);
        const requestLanes = callers.map(({ steps, fates }, index) => {
          const { take, fateOf } = run.caller(fates);
          return inLane(releasing, index === 0 ? [firstBooking, ...steps] : steps, take, fateOf);
        });
        const deliver = ({ most, conditions }: (typeof batches)[number]) => run.deliver(most, conditions);
        const deliveryLane = inLane(releasing, batches, deliver, () => 'done');
        const { take, fateOf } = run.caller([]);
        const lateLane = Promise.all(requestLanes).then(() => inLane(releasing, lateSteps, take, fateOf));
        await releasing.waitFor(Promise.all([lateLane, deliveryLane]));
        await expectFound(kinds[kindName], await run.comeToRest(), setting, functions);
      },
    ),
    options,
  );
};
