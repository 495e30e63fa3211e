import fc from 'fast-check';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { contents, names } from './model.ts';
import type { Name } from './model.ts';

// The first booking is what most is about.
export const mostly = <Value>(weight: number, usual: Value, others: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
const name = mostly<Name>(4, names[0], fc.constant(names[1]));
const content = fc.constantFrom(...contents);
const behind = mostly(5, 0, fc.constant(1));
const does = <Does extends string>(what: Does) => fc.constant(what);

export const step = fc.oneof(
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
  { weight: 1, arbitrary: fc.record({ does: does('repeatFirst'), what: fc.constantFrom('book', 'withdraw') }) },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Comes when all else has ended: a withdrawal, the booking of a page that was reloaded, and the first withdrawal once more, whose answer was lost. */
export const lateSteps: readonly Step[] = [
  { does: 'withdraw', name: names[0], behind: 0 },
  { does: 'repeatFirst', what: 'book' },
  { does: 'repeatFirst', what: 'withdraw' },
];
