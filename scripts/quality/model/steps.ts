import fc from 'fast-check';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { contents, recordNames } from './model.ts';
import type { RecordName } from './model.ts';

/** Generates mostly the usual value, and otherwise one of the other values. */
export const arbitraryMostly = <Value>(weight: number, usual: Value, otherValues: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: otherValues });
// Most names are those of the first booking, so that most steps concern the same record.
const name = arbitraryMostly<RecordName>(4, recordNames[0], fc.constant(recordNames[1]));
const content = fc.constantFrom(...contents);
const versionsBehind = arbitraryMostly(5, 0, fc.constant(1));
const arbitraryOperation = <Operation extends string>(operation: Operation) => fc.constant(operation);

export const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ operation: arbitraryOperation('book'), name, content }) },
  {
    weight: 2,
    arbitrary: fc.record({ operation: arbitraryOperation('correct'), name, content, versionsBehind }),
  },
  { weight: 1, arbitrary: fc.record({ operation: arbitraryOperation('withdraw'), name, versionsBehind }) },
  { weight: 1, arbitrary: fc.record({ operation: arbitraryOperation('find'), name }) },
  {
    weight: 1,
    // The position orders the event among the store's requests. The status is ignored for returns, which only get an RMA number.
    arbitrary: fc.record({
      operation: arbitraryOperation('report'),
      name,
      position: fc.nat(15),
      status: fc.option(fc.constantFrom(...providerStates), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ operation: arbitraryOperation('retry'), index: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      operation: arbitraryOperation('retryFirst'),
      retriedOperation: fc.constantFrom('book', 'withdraw'),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Steps after all others have ended: a withdrawal, the booking resent from a reloaded page, and the withdrawal resent
 * after a lost response.
 */
export const lateSteps: readonly Step[] = [
  { operation: 'withdraw', name: recordNames[0], versionsBehind: 0 },
  { operation: 'retryFirst', retriedOperation: 'book' },
  { operation: 'retryFirst', retriedOperation: 'withdraw' },
];
