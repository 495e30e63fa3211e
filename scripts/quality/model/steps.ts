import fc from 'fast-check';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { contents, recordNames } from './model.ts';
import type { RecordName } from './model.ts';

// Favors the first booking, so that most steps concern the same record.
export const weightedTowards = <Value>(weight: number, usual: Value, otherValues: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: otherValues });
const name = weightedTowards<RecordName>(4, recordNames[0], fc.constant(recordNames[1]));
const content = fc.constantFrom(...contents);
const versionsBehind = weightedTowards(5, 0, fc.constant(1));
const constantAction = <Does extends string>(what: Does) => fc.constant(what);

export const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ does: constantAction('book'), name, content }) },
  { weight: 2, arbitrary: fc.record({ does: constantAction('correct'), name, content, behind: versionsBehind }) },
  { weight: 1, arbitrary: fc.record({ does: constantAction('withdraw'), name, behind: versionsBehind }) },
  { weight: 1, arbitrary: fc.record({ does: constantAction('find'), name }) },
  {
    weight: 1,
    // `place` is the event's position among the store's requests. A return has an RMA number and no further state.
    arbitrary: fc.record({
      does: constantAction('report'),
      name,
      place: fc.nat(15),
      status: fc.option(fc.constantFrom(...providerStates), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: constantAction('again'), which: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: constantAction('repeatFirst'), what: fc.constantFrom('book', 'withdraw') }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Steps after all others have ended: a withdrawal, the booking resent from a reloaded page, and the withdrawal resent
 * after a lost response.
 */
export const lateSteps: readonly Step[] = [
  { does: 'withdraw', name: recordNames[0], behind: 0 },
  { does: 'repeatFirst', what: 'book' },
  { does: 'repeatFirst', what: 'withdraw' },
];
