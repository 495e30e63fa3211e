import type { DynamoDB } from '@aws-sdk/client-dynamodb';

type TimeoutFault = {
  /** Part of the body of calls that fail. */
  readonly text: string;
  /** True if DynamoDB executes the calls and only the responses are lost. */
  readonly isExecuted: boolean;
  /** Maximum number of calls that fail. */
  readonly times: number;
};

/**
 * Prepares a client whose calls can time out, which the emulator cannot do; the client retries them as it does on AWS.
 * Returns a function that runs `work` while calls fail as the fault says.
 */
export const injectTimeouts = (client: DynamoDB) => {
  let currentFault: TimeoutFault | undefined;
  let failedCount = 0;
  client.middlewareStack.add(
    // Low priority: runs after the retry middleware, once per attempt.
    (next) => async (args) => {
      const body = new TextDecoder().decode((args.request as { body: Uint8Array }).body);
      if (!currentFault || failedCount >= currentFault.times || !body.includes(currentFault.text)) return next(args);
      failedCount += 1;
      if (currentFault.isExecuted) await next(args).catch(() => undefined);
      throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'faultyCalls' },
  );
  return async <Result>(fault: TimeoutFault, work: () => Promise<Result>): Promise<Result> => {
    currentFault = fault;
    failedCount = 0;
    return work().finally(() => {
      currentFault = undefined;
    });
  };
};
