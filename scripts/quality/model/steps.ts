import fc from 'fast-check';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { contents, recordNames } from './model.ts';
import type { RecordName } from './model.ts';

/** Creates an arbitrary that yields the usual value `weight` times as often as another one. */
export const createWeightedArbitrary = <Value>(weight: number, usual: Value, otherValues: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: otherValues });
// Most names are those of the first booking, so that most steps concern the same record.
const arbitraryName = createWeightedArbitrary<RecordName>(4, recordNames[0], fc.constant(recordNames[1]));
const arbitraryContent = fc.constantFrom(...contents);
/** Number of versions by which the caller's copy of the record is older than the latest one that a caller knows. */
const arbitraryVersionsBehind = createWeightedArbitrary(5, 0, fc.constant(1));
const arbitraryOperation = <Operation extends string>(operation: Operation) => fc.constant(operation);

export const arbitraryStep = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ operation: arbitraryOperation('book'), name: arbitraryName, content: arbitraryContent }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      operation: arbitraryOperation('correct'),
      name: arbitraryName,
      content: arbitraryContent,
      versionsBehind: arbitraryVersionsBehind,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      operation: arbitraryOperation('withdraw'),
      name: arbitraryName,
      versionsBehind: arbitraryVersionsBehind,
    }),
  },
  { weight: 1, arbitrary: fc.record({ operation: arbitraryOperation('find'), name: arbitraryName }) },
  {
    weight: 1,
    // The position orders the event among the store's requests. The status is ignored for returns, which only get an RMA number.
    arbitrary: fc.record({
      operation: arbitraryOperation('report'),
      name: arbitraryName,
      position: fc.nat(15),
      status: fc.option(fc.constantFrom(...providerStates), { nil: undefined }),
    }),
  },
  // `index` selects one of the earlier requests of the run.
  { weight: 1, arbitrary: fc.record({ operation: arbitraryOperation('retry'), index: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      operation: arbitraryOperation('retryFirst'),
      retriedOperation: fc.constantFrom('book', 'withdraw'),
    }),
  },
);
export type Step = typeof arbitraryStep extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Steps after all others have ended: a withdrawal, the booking resent from a reloaded page, and the withdrawal resent
 * after a lost response.
 */
export const lateSteps: readonly Step[] = [
  { operation: 'withdraw', name: recordNames[0], versionsBehind: 0 },
  { operation: 'retryFirst', retriedOperation: 'book' },
  { operation: 'retryFirst', retriedOperation: 'withdraw' },
];
