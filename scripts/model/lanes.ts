import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';

/** Of a call of DynamoDB: done and answered; its answer lost, and done again by the SDK; its answer lost for good; turned away. */
const fates = ['done', 'twice', 'lost', 'refused'] as const;
export type Fate = (typeof fates)[number];

export const anyFate = fc.constantFrom(...fates);

/** Calls mostly go well; those after the last are done. */
export const manyFates = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constant('done' as const) }, { weight: 1, arbitrary: anyFate }),
  { maxLength: 20, size: 'max' },
);

const nextFate = new AsyncLocalStorage<() => Promise<Fate>>();

const failure = (name: string) => Object.assign(new Error(name), { name, $metadata: {} });

/** Lets the calls of a client meet their fates. Calls outside a lane are simply done. */
export const underFates = (client: DynamoDBClient): void => {
  client.middlewareStack.add(
    (next) => async (args) => {
      switch (await nextFate.getStore()?.()) {
        case 'refused':
          throw failure('ThrottlingException');
        case 'lost':
          await next(args).catch(() => undefined);
          throw failure('TimeoutError');
        case 'twice':
          // As the SDK's next try does: with the same token, where there is one.
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

export const under = <Result>(fate: Fate, work: () => Promise<Result>): Promise<Result> =>
  nextFate.run(async () => fate, work);

/** How many lanes are at something that the scheduler has released. */
let underWay = 0;
const isQuiet = () => underWay === 0;

/** Releases the next once what it released before waits again, or has ended: the same seed makes the same run. */
export const scheduler = () =>
  fc.scheduler({
    act: async (release) => {
      await release();
      await turn();
      while (!isQuiet()) await sleep(1);
    },
  });

/** Takes steps one after the other, beside other lanes: before each of them, and before each call of DynamoDB, the scheduler says who goes on. */
export const inLane = async <Step>(
  releasing: fc.Scheduler,
  steps: readonly Step[],
  take: (step: Step) => Promise<unknown>,
  fateOf: () => Fate,
): Promise<void> => {
  const pause = async () => {
    underWay -= 1;
    await releasing.schedule(Promise.resolve());
    underWay += 1;
  };
  const meet = async () => {
    await pause();
    return fateOf();
  };
  underWay += 1;
  try {
    for (const step of steps) {
      await pause();
      await nextFate.run(meet, () => take(step));
    }
  } finally {
    underWay -= 1;
  }
};
