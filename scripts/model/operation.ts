import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * What becomes of a call of DynamoDB: it is done and answered; done, its answer lost, and done again by the SDK; done, and its answer
 * lost for good; or turned away.
 */
export const fates = ['done', 'twice', 'lost', 'refused'] as const;
export type InjectedFault = (typeof fates)[number];

/** Asked before each call of DynamoDB. */
type NextFate = () => Promise<InjectedFault>;

const fateOf = new AsyncLocalStorage<NextFate>();

const failure = (name: string) => Object.assign(new Error(name), { name, $metadata: {} });

/** Lets the calls of a client meet their fates. Calls of no operation are simply done. */
export const underFates = (client: DynamoDBClient): void => {
  client.middlewareStack.add(
    (next) => async (args) => {
      switch (await fateOf.getStore()?.()) {
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

/** Does something all of whose calls meet one fate. */
export const under = <Result>(fate: InjectedFault, work: () => Promise<Result>): Promise<Result> =>
  fateOf.run(async () => fate, work);

/** Something that a function does, call by call of DynamoDB: before each it waits until it is told to go on. */
export type Operation = {
  readonly isWaiting: () => boolean;
  /** Lets its next call meet a fate; done when it waits before another, or has ended. */
  readonly goOn: (fate: InjectedFault) => Promise<void>;
};

/** Begins an operation. `ended` hears its result before anybody goes on. */
export const begin = async <Result>(
  work: () => Promise<Result>,
  ended: (result: Result) => void,
): Promise<Operation> => {
  let release: ((fate: InjectedFault) => void) | undefined;
  let atRest = Promise.withResolvers<void>();
  const nextFate: NextFate = () => {
    const { promise, resolve } = Promise.withResolvers<InjectedFault>();
    release = resolve;
    atRest.resolve();
    return promise;
  };
  void fateOf.run(nextFate, work).then(
    (result) => {
      ended(result);
      atRest.resolve();
    },
    (error: unknown) => atRest.reject(error),
  );
  await atRest.promise;
  return {
    isWaiting: () => release !== undefined,
    goOn: async (fate) => {
      const go = release;
      if (!go) return;
      release = undefined;
      atRest = Promise.withResolvers();
      go(fate);
      await atRest.promise;
    },
  };
};
