import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep, setImmediate as waitForEventLoop } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';

/**
 * Outcomes of a DynamoDB call: it succeeds; the SDK repeats it after it was applied; it is applied, but its response is lost;
 * it is throttled.
 */
const callOutcomes = ['succeeded', 'repeated', 'answerLost', 'throttled'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const arbitraryOutcome = fc.constantFrom(...callOutcomes);

/** Outcomes of which most are successful; calls after the end of the list succeed. */
export const arbitraryOutcomes = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constant('succeeded' as const) }, { weight: 1, arbitrary: arbitraryOutcome }),
  { maxLength: 20, size: 'max' },
);

const outcomeContext = new AsyncLocalStorage<() => Promise<CallOutcome>>();

const createFailure = (name: string) => Object.assign(new Error(name), { name, $metadata: {} });

/** Injects faults into the calls of a client. Calls outside a process succeed. */
export const injectFaults = (client: DynamoDBClient): void => {
  client.middlewareStack.add(
    (next) => async (args) => {
      switch (await outcomeContext.getStore()?.()) {
        case 'throttled':
          throw createFailure('ThrottlingException');
        case 'answerLost':
          await next(args).catch(() => undefined);
          throw createFailure('TimeoutError');
        case 'repeated':
          // Repeats the call as an SDK retry does: with the same idempotency token, if there is one.
          await next(args).catch(() => undefined);
          return next(args);
        case 'succeeded':
        case undefined:
          return next(args);
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'fault' },
  );
};

export const runWithOutcome = <Result>(outcome: CallOutcome, work: () => Promise<Result>): Promise<Result> =>
  outcomeContext.run(async () => outcome, work);

/** Number of processes that the scheduler has released and that are running. */
let activeProcesses = 0;
const isIdle = () => activeProcesses === 0;

/**
 * Releases the next task only once the previous one waits again or has ended, so that the same seed yields the same
 * run.
 */
export const createScheduler = () =>
  fc.scheduler({
    act: async (release) => {
      await release();
      await waitForEventLoop();
      while (!isIdle()) await sleep(1);
    },
  });

/**
 * Runs the steps of a process one after the other, interleaved with other processes: the scheduler decides which one
 * continues before each step and before each DynamoDB call.
 */
export const runProcess = async <Step>(
  scheduler: fc.Scheduler,
  steps: readonly Step[],
  runStep: (step: Step) => Promise<unknown>,
  takeOutcome: () => CallOutcome,
): Promise<void> => {
  const waitForTurn = async () => {
    activeProcesses -= 1;
    await scheduler.schedule(Promise.resolve());
    activeProcesses += 1;
  };
  const waitForOutcome = async () => {
    await waitForTurn();
    return takeOutcome();
  };
  activeProcesses += 1;
  try {
    for (const step of steps) {
      await waitForTurn();
      await outcomeContext.run(waitForOutcome, () => runStep(step));
    }
  } finally {
    activeProcesses -= 1;
  }
};
