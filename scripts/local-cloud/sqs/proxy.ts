import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { ServiceError } from '../aws-json.ts';
import { enforcingProxy } from '../enforcing-proxy.ts';
import type { Account, Gatekeeper } from '../iam/iam.ts';
import { queueNameOf } from './queues.ts';
import type { Queues } from './queues.ts';

type Options = Gatekeeper &
  Account & {
    readonly endpoint: string;
    readonly queues: Queues;
    /** Where a queue of this name is reached from outside; asked when it is told. */
    readonly urlOf: (name: string) => string;
  };

const moveAll = async (queues: Queues, from: string, to: string): Promise<void> => {
  if (!queues.has(to)) throw new ServiceError('ResourceNotFoundException', `There is no queue ${to}.`);
  for (let some = await queues.receive(from, 10); some.length > 0; some = await queues.receive(from, 10)) {
    for (const { Body = '', MessageAttributes = {} } of some) {
      const attributes = Object.entries(MessageAttributes).map(([name, { StringValue = '' }]) => [name, StringValue]);
      await queues.send(to, Body, Object.fromEntries(attributes) as Record<string, string>);
    }
    await queues.remove(from, some);
  }
};

/** SQS as functions and developers reach it: either the caller's role or the queue's policy has to allow a call. */
export const sqsProxy = ({ endpoint, queues, urlOf, region, accountId, ...gatekeeper }: Options): RequestListener => {
  // The server knows its queues by addresses of its own, past all policies.
  const localUrls = (text: string) =>
    text.replaceAll(/"http:[^"]*"/g, (url) => `"${urlOf(queueNameOf(url.slice(1, -1)))}"`);
  return enforcingProxy(
    {
      name: 'SQS',
      endpoint,
      prefix: 'AmazonSQS.',
      permissions: (operation, { QueueUrl, QueueName }) => {
        const name = QueueName ?? (QueueUrl === undefined ? undefined : queueNameOf(QueueUrl));
        const resource = name === undefined ? '*' : `arn:aws:sqs:${region}:${accountId}:${String(name)}`;
        // There are no permissions for batches: they need what their parts need.
        return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource }];
      },
      circumstances: (resource) => ({ resourcePolicy: queues.policyOf(resource) }),
      rewriteAnswer: (operation) => (['GetQueueUrl', 'ListQueues'].includes(operation) ? localUrls : undefined),
      // At once, and whole: it has ended when it answers.
      operations: {
        StartMessageMoveTask: async ({ SourceArn, DestinationArn }) => {
          await moveAll(queues, String(SourceArn), String(DestinationArn));
          return { TaskHandle: randomUUID() };
        },
      },
      // The code by which SQS was known before it spoke JSON.
      refusal: { status: 403, headers: { 'x-amzn-query-error': 'AccessDenied;Sender' } },
    },
    gatekeeper,
  );
};
