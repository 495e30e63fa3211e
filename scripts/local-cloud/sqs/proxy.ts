import type { RequestListener } from 'node:http';
import { enforcingProxy } from '../enforcing-proxy.ts';
import type { Gatekeeper } from '../iam/iam.ts';
import { queuesArn, rewriteAnswer } from './names.ts';
import type { Account } from './names.ts';
import { neededPermissions } from './permissions.ts';
import type { Queues } from './queues.ts';

type Options = Gatekeeper &
  Account & {
    /** Of the queue server behind. */
    readonly endpoint: string;
    readonly queues: Queues;
    /** Where a queue of this name is reached from outside; asked when it is told. */
    readonly urlOf: (name: string) => string;
  };

/** SQS as functions and developers reach it: either the caller's role or the queue's policy has to allow a call. */
export const sqsProxy = ({ endpoint, queues, urlOf, region, accountId, ...gatekeeper }: Options): RequestListener => {
  const account = { region, accountId };
  return enforcingProxy(
    {
      name: 'SQS',
      endpoint,
      prefix: 'AmazonSQS.',
      permissions: (operation, body) => neededPermissions(operation, body, queuesArn(account)),
      circumstances: (resource) => ({ resourcePolicy: queues.policyOf(resource) }),
      rewriteAnswer: (operation) => rewriteAnswer(operation, account, urlOf),
      // The code by which SQS was known before it spoke JSON.
      refusal: { status: 403, headers: { 'x-amzn-query-error': 'AccessDenied;Sender' } },
    },
    gatekeeper,
  );
};
