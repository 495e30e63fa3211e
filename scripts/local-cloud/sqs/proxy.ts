import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { ServiceError } from '../aws-json.ts';
import { createEnforcingProxy } from '../enforcing-proxy.ts';
import type { Account, Authorizer } from '../iam/iam.ts';
import { toQueueName } from './queues.ts';
import type { Queues } from './queues.ts';

type Options = Authorizer &
  Account & {
    readonly endpoint: string;
    readonly queues: Queues;
    /** Returns the public URL of a queue; called when a URL is returned. */
    readonly toUrl: (name: string) => string;
  };

const moveMessages = async (queues: Queues, from: string, to: string): Promise<void> => {
  if (!queues.has(to)) throw new ServiceError('ResourceNotFoundException', `There is no queue ${to}.`);
  for (let messages = await queues.receive(from, 10); messages.length > 0; messages = await queues.receive(from, 10)) {
    for (const { Body = '', MessageAttributes = {} } of messages) {
      const attributes = Object.entries(MessageAttributes).map(([name, { StringValue = '' }]) => [name, StringValue]);
      await queues.send(to, Body, Object.fromEntries(attributes) as Record<string, string>);
    }
    await queues.remove(from, messages);
  }
};

/**
 * Creates the SQS endpoint for functions and developers: either the caller's role or the queue's policy must allow a
 * call.
 */
export const createSqsProxy = ({
  endpoint,
  queues,
  toUrl,
  region,
  accountId,
  ...authorizer
}: Options): RequestListener => {
  // fauxqs, the queue server behind this proxy, returns its own URLs, which would bypass all policies.
  const replaceUrls = (text: string) =>
    text.replaceAll(/"http:[^"]*"/g, (url) => `"${toUrl(toQueueName(url.slice(1, -1)))}"`);
  return createEnforcingProxy(
    {
      name: 'SQS',
      endpoint,
      prefix: 'AmazonSQS.',
      findPermissions: (operation, { QueueUrl, QueueName }) => {
        const name = QueueName ?? (QueueUrl === undefined ? undefined : toQueueName(QueueUrl));
        const resource = name === undefined ? '*' : `arn:aws:sqs:${region}:${accountId}:${String(name)}`;
        // IAM has no batch actions: a batch requires the permission of its single operation.
        return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource }];
      },
      findCallContext: (resource) => ({ resourcePolicy: queues.findPolicy(resource) }),
      findResponseRewriter: (operation) =>
        ['GetQueueUrl', 'ListQueues'].includes(operation) ? replaceUrls : undefined,
      // All messages are moved before the call returns.
      operations: {
        StartMessageMoveTask: async ({ SourceArn, DestinationArn }) => {
          await moveMessages(queues, String(SourceArn), String(DestinationArn));
          return { TaskHandle: randomUUID() };
        },
      },
      // Error code of the query protocol, which SQS used before JSON and still returns.
      accessDenied: { status: 403, headers: { 'x-amzn-query-error': 'AccessDenied;Sender' } },
    },
    authorizer,
  );
};
