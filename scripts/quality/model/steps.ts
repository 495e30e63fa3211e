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
const constantOperation = <Operation extends string>(operation: Operation) => fc.constant(operation);

export const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ operation: constantOperation('book'), name, content }) },
  {
    weight: 2,
    arbitrary: fc.record({ operation: constantOperation('correct'), name, content, versionsBehind }),
  },
  { weight: 1, arbitrary: fc.record({ operation: constantOperation('withdraw'), name, versionsBehind }) },
  { weight: 1, arbitrary: fc.record({ operation: constantOperation('find'), name }) },
  {
    weight: 1,
    // `position` is that of the event among the store's requests. A return has an RMA number and no further state.
    arbitrary: fc.record({
      operation: constantOperation('report'),
      name,
      position: fc.nat(15),
      status: fc.option(fc.constantFrom(...providerStates), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ operation: constantOperation('retry'), index: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({ operation: constantOperation('retryFirst'), retried: fc.constantFrom('book', 'withdraw') }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Steps after all others have ended: a withdrawal, the booking resent from a reloaded page, and the withdrawal resent
 * after a lost response.
 */
export const lateSteps: readonly Step[] = [
  { operation: 'withdraw', name: recordNames[0], versionsBehind: 0 },
  { operation: 'retryFirst', retried: 'book' },
  { operation: 'retryFirst', retried: 'withdraw' },
];
