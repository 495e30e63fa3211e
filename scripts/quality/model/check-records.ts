import fc from 'fast-check';
import { recordKinds } from '#shared/records/record.ts';
import type { Environment } from './environment.ts';
import { noFaults, openFunctions } from './environment.ts';
import { expectMatchingSearch } from './expect-matching-search.ts';
import { expectMatchingStatistics } from './expect-matching-statistics.ts';
import { arbitraryOutcome, runProcess, arbitraryOutcomes, createScheduler } from './interleaving.ts';
import { kinds } from './kinds.ts';
import { contents, recordNames } from './model.ts';
import { startRun } from './run.ts';
import type { Step } from './steps.ts';
import { lateSteps, createWeightedArbitrary, arbitraryStep } from './steps.ts';

const firstBooking: Step = { operation: 'book', name: recordNames[0], content: contents[0] };

/**
 * Steps of one caller and the outcomes of its calls. A run has at most four callers, because more are rare in practice.
 */
const arbitraryCaller = fc.record({
  steps: fc.array(arbitraryStep, { maxLength: 6, size: 'max' }),
  outcomes: arbitraryOutcomes,
});
const arbitraryCallers = fc.array(arbitraryCaller, { minLength: 1, maxLength: 4, size: 'max' });

/** Deliveries of at most `limit` changes to the functions, half of them with faults. */
const arbitraryDeliveries = fc.array(
  fc.record({
    limit: fc.integer({ min: 1, max: 3 }),
    faults: createWeightedArbitrary(
      1,
      noFaults,
      fc.record({ searchOutcome: arbitraryOutcome, acceptedEventCount: fc.nat(2), isAnswerLost: fc.boolean() }),
    ),
  }),
  { maxLength: 8 },
);

/** Changes that the statistics receive again, at any time and in any order, and the outcomes of the calls. */
const arbitraryRepeats = fc.record({ indexes: fc.array(fc.nat(20), { maxLength: 6 }), outcomes: arbitraryOutcomes });

type CheckOptions = Pick<fc.Parameters, 'numRuns' | 'seed'>;

/**
 * Checks random interleavings of requests, with lost and repeated responses, against the model. Throws with the
 * shortest counterexample.
 */
export const checkRecords = async (environment: Environment, options: CheckOptions): Promise<void> => {
  const functions = openFunctions(environment);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordKinds),
      arbitraryCallers,
      arbitraryDeliveries,
      arbitraryRepeats,
      createScheduler(),
      async (kindName, callers, deliveries, repeats, scheduler) => {
        await environment.emptyTables();
        functions.clock.seconds = 0;
        const run = startRun(kinds[kindName], environment, functions);
        const callerProcesses = callers.map(({ steps, outcomes }, index) => {
          const { runStep, takeOutcome } = run.createCaller(outcomes);
          return runProcess(scheduler, index === 0 ? [firstBooking, ...steps] : steps, runStep, takeOutcome);
        });
        const deliver = ({ limit, faults }: (typeof deliveries)[number]) => run.deliver(limit, faults);
        const deliveryProcess = runProcess(scheduler, deliveries, deliver, () => 'succeeded');
        const countAgain = (index: number) => functions.countAgain(kinds[kindName], index);
        const repeatOutcomes = repeats.outcomes.values();
        const repeatProcess = runProcess(
          scheduler,
          repeats.indexes,
          countAgain,
          () => repeatOutcomes.next().value ?? 'succeeded',
        );
        const { runStep, takeOutcome } = run.createCaller([]);
        const lateProcess = Promise.all(callerProcesses).then(() =>
          runProcess(scheduler, lateSteps, runStep, takeOutcome),
        );
        await scheduler.waitFor(Promise.all([lateProcess, deliveryProcess, repeatProcess]));
        await run.deliverRemaining();
        const finalState = await run.linearize();
        await expectMatchingSearch(kinds[kindName], finalState, environment, functions);
        await expectMatchingStatistics(kinds[kindName], finalState, environment);
        for (const index of repeats.indexes) await countAgain(index);
        await expectMatchingStatistics(kinds[kindName], finalState, environment);
      },
    ),
    options,
  );
};
