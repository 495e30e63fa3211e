import type { DynamoDB } from '@aws-sdk/client-dynamodb';

type Fault = {
  /** Part of the body of calls that fail. */
  readonly text: string;
  /** Whether DynamoDB executes the calls, and only the responses are lost. */
  readonly isDone: boolean;
  readonly times: number;
};

/** Makes calls time out, which the emulator cannot do. The client retries them as it does on AWS. */
export const injectTimeouts = (client: DynamoDB) => {
  let current: Fault | undefined;
  let failedCalls = 0;
  client.middlewareStack.add(
    // Low priority: runs after the retry middleware, once per attempt.
    (next) => async (args) => {
      const body = new TextDecoder().decode((args.request as { body: Uint8Array }).body);
      if (!current || failedCalls >= current.times || !body.includes(current.text)) return next(args);
      failedCalls += 1;
      if (current.isDone) await next(args).catch(() => undefined);
      throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'faultyCalls' },
  );
  return async <Result>(fault: Fault, work: () => Promise<Result>): Promise<Result> => {
    current = fault;
    failedCalls = 0;
    return work().finally(() => {
      current = undefined;
    });
  };
};
