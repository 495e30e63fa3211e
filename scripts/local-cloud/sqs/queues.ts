import { SQS } from '@aws-sdk/client-sqs';
import type { Message } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Statement } from '../iam/evaluate.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { developerKey } from '../iam/iam.ts';
import type { Account } from '../iam/iam.ts';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';

/** The name of a queue out of its URL, wherever that leads. */
export const queueNameOf = (url: unknown): string => String(url).replace(/\/+$/, '').split('/').at(-1) ?? '';

const most = 10;

/** The template's queues, as AWS's own services use them: whoever calls has asked the policies before. */
export const createQueues = (endpoint: string, account: Account) => {
  const client = new SQS({ endpoint, region: account.region, credentials: developerKey });
  const policies = new Map<string, Statement[]>();
  const arnOf = (name: string) => `arn:aws:sqs:${account.region}:${account.accountId}:${name}`;
  const nameIn = (arn: string) => arn.split(':').at(-1) ?? '';
  // Only the name counts.
  const urlOf = (arn: string) => `${endpoint}/${account.accountId}/${nameIn(arn)}`;

  return {
    /** Makes a queue, or brings the one of that name to these attributes; answers its ARN. */
    ensure: async (name: string, Attributes: Readonly<Record<string, string>>): Promise<string> => {
      const arn = arnOf(name);
      await client.createQueue({ QueueName: name });
      await client.setQueueAttributes({ QueueUrl: urlOf(arn), Attributes });
      policies.set(arn, policies.get(arn) ?? []);
      return arn;
    },
    /** More statements for a queue's own policy. Throws for a queue that isn't there. */
    addPolicy: (url: string, statements: readonly Statement[]): void => {
      const policy = policies.get(arnOf(queueNameOf(url)));
      if (!policy) throw new Error(`there is no queue ${url}`);
      policy.push(...statements);
    },
    policyOf: (arn: string): readonly Statement[] => policies.get(arn) ?? [],
    has: (arn: string): boolean => policies.has(arn),
    send: async (
      arn: string,
      MessageBody: string,
      attributes: Readonly<Record<string, string>> = {},
    ): Promise<void> => {
      const MessageAttributes = Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      );
      await client.sendMessage({ QueueUrl: urlOf(arn), MessageBody, MessageAttributes });
    },
    /** Up to so many messages, at most 10; hidden from others until the queue's visibility timeout has passed. */
    receive: async (arn: string, count: number): Promise<Message[]> => {
      const request = {
        QueueUrl: urlOf(arn),
        MaxNumberOfMessages: Math.min(count, most),
        MessageSystemAttributeNames: ['All' as const],
        MessageAttributeNames: ['All'],
      };
      return (await client.receiveMessage(request)).Messages ?? [];
    },
    remove: async (arn: string, messages: readonly Message[]): Promise<void> => {
      for (const { ReceiptHandle } of messages) await client.deleteMessage({ QueueUrl: urlOf(arn), ReceiptHandle });
    },
    /** Hands messages out again after so many seconds, at least 1. */
    showAgainIn: async (VisibilityTimeout: number, arn: string, messages: readonly Message[]): Promise<void> => {
      for (const { ReceiptHandle } of messages)
        await client.changeMessageVisibility({ QueueUrl: urlOf(arn), ReceiptHandle, VisibilityTimeout });
    },
    close: (): void => client.destroy(),
  };
};

export type Queues = ReturnType<typeof createQueues>;

const redrivePolicy = z.strictObject({
  deadLetterTargetArn: z.string(),
  maxReceiveCount: z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)),
});

// What SQS takes when the template says nothing: also brings an existing queue back to it.
const queue = z.strictObject({
  QueueName: z.optional(z.string()),
  VisibilityTimeout: z._default(z.coerce.number(), 30),
  DelaySeconds: z._default(z.coerce.number(), 0),
  MessageRetentionPeriod: z._default(z.coerce.number(), 345_600),
  RedrivePolicy: z.optional(redrivePolicy),
  SqsManagedSseEnabled: z.optional(z.coerce.boolean()),
});

const queuePolicy = z.strictObject({ Queues: z.array(z.string()), PolicyDocument: policyDocument });

/** `AWS::SQS::Queue` and `AWS::SQS::QueuePolicy`; `urlOf` is where a queue of a name is reached. */
export const sqsResources = (queues: Queues, urlOf: (name: string) => string): Record<string, ResourceType> => ({
  'AWS::SQS::Queue': async (resource) => {
    const {
      QueueName: name = physicalName(resource, 80),
      RedrivePolicy,
      SqsManagedSseEnabled: _,
      ...numbers
    } = queue.parse(resource.properties);
    const attributes = {
      ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)])),
      // Empty takes an earlier one away.
      RedrivePolicy: RedrivePolicy ? JSON.stringify(RedrivePolicy) : '',
    };
    return { ref: urlOf(name), attributes: { Arn: await queues.ensure(name, attributes), QueueName: name } };
  },
  'AWS::SQS::QueuePolicy': (resource) => {
    const { Queues, PolicyDocument } = queuePolicy.parse(resource.properties);
    for (const url of Queues) queues.addPolicy(url, PolicyDocument.Statement);
    return { ref: physicalName(resource) };
  },
});
