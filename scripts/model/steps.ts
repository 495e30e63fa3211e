import fc from 'fast-check';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { fair } from './functions.ts';
import { anyFate, manyFates } from './lanes.ts';
import { contents, names } from './model.ts';
import type { Name } from './model.ts';

// The first booking is what most is about.
const mostly = <Value>(weight: number, usual: Value, others: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
const name = mostly<Name>(4, names[0], fc.constant(names[1]));
const content = fc.constantFrom(...contents);
/** By how many versions a store is behind. */
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
  // The same request once more, whatever became of it.
  { weight: 1, arbitrary: fc.record({ does: does('again'), which: fc.nat(9) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What every run begins with. */
export const firstBooking: Step = { does: 'book', name: names[0], content: contents[0] };

/** Steps of one caller, and what becomes of its calls. More callers at once are a rare accident, and take long to explain. */
const lane = fc.record({ steps: fc.array(step, { maxLength: 6, size: 'max' }), fates: manyFates });
export const lanes = fc.array(lane, { minLength: 1, maxLength: 4, size: 'max' });

/** Batches of changes that are handed out meanwhile. */
export const deliveries = fc.array(
  fc.record({
    most: fc.integer({ min: 1, max: 3 }),
    conditions: mostly(1, fair, fc.record({ search: anyFate, events: fc.nat(2), isAnswerLost: fc.boolean() })),
  }),
  { maxLength: 8 },
);
