import type { DynamoDB } from '@aws-sdk/client-dynamodb';

type Fault = {
  /** Part of the bodies of the calls that fail. */
  readonly text: string;
  /** Whether DynamoDB does what the calls ask, and only the answers are lost. */
  readonly isDone: boolean;
  readonly times: number;
};

/** Makes calls time out, which the emulator cannot. The client's own retries repeat them as they do on AWS. */
export const faultyCalls = (client: DynamoDB) => {
  let current: Fault | undefined;
  let failed = 0;
  client.middlewareStack.add(
    // Low: closer to the wire than the retries.
    (next) => async (args) => {
      const body = new TextDecoder().decode((args.request as { body: Uint8Array }).body);
      if (!current || failed >= current.times || !body.includes(current.text)) return next(args);
      failed += 1;
      if (current.isDone) await next(args).catch(() => undefined);
      throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'faultyCalls' },
  );
  return async <Result>(fault: Fault, work: () => Promise<Result>): Promise<Result> => {
    current = fault;
    failed = 0;
    return work().finally(() => {
      current = undefined;
    });
  };
};
