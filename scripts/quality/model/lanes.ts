import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';

/**
 * Outcomes of a DynamoDB call: succeeded; applied but retried by the SDK; applied but the response was lost; throttled.
 */
const faultOutcomes = ['done', 'twice', 'lost', 'refused'] as const;
export type FaultOutcome = (typeof faultOutcomes)[number];

export const arbitraryFault = fc.constantFrom(...faultOutcomes);

/** Mostly successful calls; calls after the end of the list succeed. */
export const arbitraryFaults = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constant('done' as const) }, { weight: 1, arbitrary: arbitraryFault }),
  { maxLength: 20, size: 'max' },
);

const faultContext = new AsyncLocalStorage<() => Promise<FaultOutcome>>();

const failure = (name: string) => Object.assign(new Error(name), { name, $metadata: {} });

/** Injects faults into the calls of a client. Calls outside a lane succeed. */
export const injectFaults = (client: DynamoDBClient): void => {
  client.middlewareStack.add(
    (next) => async (args) => {
      switch (await faultContext.getStore()?.()) {
        case 'refused':
          throw failure('ThrottlingException');
        case 'lost':
          await next(args).catch(() => undefined);
          throw failure('TimeoutError');
        case 'twice':
          // Repeats the call as an SDK retry does: with the same idempotency token, if there is one.
          await next(args).catch(() => undefined);
          return next(args);
        case 'done':
        case undefined:
          return next(args);
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'fate' },
  );
};

export const runWithFault = <Result>(fate: FaultOutcome, work: () => Promise<Result>): Promise<Result> =>
  faultContext.run(async () => fate, work);

/** Number of lanes that are running a task released by the scheduler. */
let activeLanes = 0;
const isIdle = () => activeLanes === 0;

/**
 * Releases the next task only once the previous one waits again or has ended, so that the same seed yields the same
 * run.
 */
export const createScheduler = () =>
  fc.scheduler({
    act: async (release) => {
      await release();
      await turn();
      while (!isIdle()) await sleep(1);
    },
  });

/**
 * Runs steps in sequence, interleaved with other lanes: the scheduler decides which lane continues before each step and
 * before each DynamoDB call.
 */
export const runInLane = async <Step>(
  releasing: fc.Scheduler,
  steps: readonly Step[],
  take: (step: Step) => Promise<unknown>,
  drawFault: () => FaultOutcome,
): Promise<void> => {
  const waitForTurn = async () => {
    activeLanes -= 1;
    await releasing.schedule(Promise.resolve());
    activeLanes += 1;
  };
  const nextFault = async () => {
    await waitForTurn();
    return drawFault();
  };
  activeLanes += 1;
  try {
    for (const step of steps) {
      await waitForTurn();
      await faultContext.run(nextFault, () => take(step));
    }
  } finally {
    activeLanes -= 1;
  }
};
