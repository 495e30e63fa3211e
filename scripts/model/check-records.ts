import fc from 'fast-check';
import { recordKinds } from '#shared/records/record.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { expectFound } from './found.ts';
import { kinds } from './kinds.ts';
import { anyFate, inLane, manyFates, scheduler } from './lanes.ts';
import { contents, names } from './model.ts';
import type { Name } from './model.ts';
import { beginRun } from './run.ts';
import type { Setting } from './setting.ts';
import { fair, openFunctions } from './setting.ts';

// The first booking is what most is about.
const mostly = <Value>(weight: number, usual: Value, others: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
const name = mostly<Name>(4, names[0], fc.constant(names[1]));
const content = fc.constantFrom(...contents);
const behind = mostly(5, 0, fc.constant(1));
const does = <Does extends string>(what: Does) => fc.constant(what);

const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ does: does('book'), name, content }) },
  { weight: 2, arbitrary: fc.record({ does: does('correct'), name, content, behind }) },
  { weight: 1, arbitrary: fc.record({ does: does('withdraw'), name, behind }) },
  { weight: 1, arbitrary: fc.record({ does: does('find'), name }) },
  {
    weight: 1,
    // `place` says between which things of the store it happened. A return has an RMA number and no further state.
    arbitrary: fc.record({
      does: does('report'),
      name,
      place: fc.nat(15),
      status: fc.option(fc.constantFrom(...providerStates), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('again'), which: fc.nat(9) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const firstBooking: Step = { does: 'book', name: names[0], content: contents[0] };

/** Steps of one caller, and what becomes of its calls. More callers at once are a rare accident, and take long to explain. */
const lane = fc.record({ steps: fc.array(step, { maxLength: 6, size: 'max' }), fates: manyFates });
const lanes = fc.array(lane, { minLength: 1, maxLength: 4, size: 'max' });

const deliveries = fc.array(
  fc.record({
    most: fc.integer({ min: 1, max: 3 }),
    conditions: mostly(1, fair, fc.record({ search: anyFate, events: fc.nat(2), isAnswerLost: fc.boolean() })),
  }),
  { maxLength: 8 },
);

type Options = Pick<fc.Parameters, 'numRuns' | 'seed' | 'interruptAfterTimeLimit'>;

/** Holds random interleavings of requests, with answers lost and repeated, to the model. Throws with the shortest run that it does not explain. */
export const checkRecords = async (setting: Setting, options: Options): Promise<void> => {
  const functions = openFunctions(setting);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordKinds),
      lanes,
      deliveries,
      scheduler(),
      async (of, callers, batches, releasing) => {
        await setting.empty();
        functions.clock.seconds = 0;
        const run = beginRun(kinds[of], setting, functions);
        const asking = callers.map(({ steps, fates }, index) => {
          const { take, fateOf } = run.caller(fates);
          return inLane(releasing, index === 0 ? [firstBooking, ...steps] : steps, take, fateOf);
        });
        const deliver = ({ most, conditions }: (typeof batches)[number]) => run.deliver(most, conditions);
        const delivering = inLane(releasing, batches, deliver, () => 'done');
        await releasing.waitFor(Promise.all([...asking, delivering]));
        await expectFound(kinds[of], await run.comeToRest(), setting, functions);
      },
    ),
    options,
  );
};
