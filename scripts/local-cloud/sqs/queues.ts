import { SQS } from '@aws-sdk/client-sqs';
import type { Message } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Statement } from '../iam/evaluate.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { developerKey } from '../iam/iam.ts';
import type { Account } from '../iam/iam.ts';
import type { ResourceType } from '../template/deploy.ts';
import { toPhysicalName } from '../template/deploy.ts';

/** Returns the queue name in a queue URL, regardless of its host. */
export const toQueueName = (url: unknown): string => String(url).replace(/\/+$/, '').split('/').at(-1) ?? '';

/** SQS's limit for one request. */
const maxMessages = 10;

/** Manages the template's queues for internal use, by ARN; callers must have checked the policies. */
export type Queues = {
  /** Creates a queue, or updates the attributes of an existing one; returns its ARN. */
  readonly ensure: (name: string, attributes: Readonly<Record<string, string>>) => Promise<string>;
  /** Adds statements to a queue's policy. Throws for a queue that does not exist. */
  readonly addPolicy: (url: string, statements: readonly Statement[]) => void;
  /** Returns the statements of a queue's policy; none for a queue that does not exist. */
  readonly findPolicy: (arn: string) => readonly Statement[];
  readonly has: (arn: string) => boolean;
  /** Sends a message, with attributes of type String. */
  readonly send: (arn: string, body: string, attributes?: Readonly<Record<string, string>>) => Promise<void>;
  /**
   * Receives up to `count` messages, at most 10, which are hidden from other consumers for the queue's visibility
   * timeout. If there are none, waits for up to `waitSeconds`, by default 0.
   */
  readonly receive: (arn: string, count: number, waitSeconds?: number) => Promise<Message[]>;
  readonly remove: (arn: string, messages: readonly Message[]) => Promise<void>;
  /** Makes messages visible again after the given number of seconds, at least 1. */
  readonly changeVisibility: (seconds: number, arn: string, messages: readonly Message[]) => Promise<void>;
  readonly close: () => void;
};

export const createQueues = (endpoint: string, account: Account): Queues => {
  const client = new SQS({ endpoint, region: account.region, credentials: developerKey });
  const policies = new Map<string, Statement[]>();
  const toArn = (name: string) => `arn:aws:sqs:${account.region}:${account.accountId}:${name}`;
  const toName = (arn: string) => arn.split(':').at(-1) ?? '';
  // fauxqs uses only the queue name of the URL.
  const toUrl = (arn: string) => `${endpoint}/${account.accountId}/${toName(arn)}`;

  return {
    ensure: async (name: string, Attributes: Readonly<Record<string, string>>): Promise<string> => {
      const arn = toArn(name);
      await client.createQueue({ QueueName: name });
      await client.setQueueAttributes({ QueueUrl: toUrl(arn), Attributes });
      policies.set(arn, policies.get(arn) ?? []);
      return arn;
    },
    addPolicy: (url: string, statements: readonly Statement[]): void => {
      const policy = policies.get(toArn(toQueueName(url)));
      if (!policy) throw new Error(`there is no queue ${url}`);
      policy.push(...statements);
    },
    findPolicy: (arn: string): readonly Statement[] => policies.get(arn) ?? [],
    has: (arn: string): boolean => policies.has(arn),
    send: async (
      arn: string,
      MessageBody: string,
      attributes: Readonly<Record<string, string>> = {},
    ): Promise<void> => {
      const MessageAttributes = Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      );
      await client.sendMessage({ QueueUrl: toUrl(arn), MessageBody, MessageAttributes });
    },
    receive: async (arn: string, count: number, WaitTimeSeconds = 0): Promise<Message[]> => {
      const request = {
        QueueUrl: toUrl(arn),
        MaxNumberOfMessages: Math.min(count, maxMessages),
        WaitTimeSeconds,
        MessageSystemAttributeNames: ['All' as const],
        MessageAttributeNames: ['All'],
      };
      return (await client.receiveMessage(request)).Messages ?? [];
    },
    remove: async (arn: string, messages: readonly Message[]): Promise<void> => {
      for (const { ReceiptHandle } of messages) await client.deleteMessage({ QueueUrl: toUrl(arn), ReceiptHandle });
    },
    changeVisibility: async (VisibilityTimeout: number, arn: string, messages: readonly Message[]): Promise<void> => {
      for (const { ReceiptHandle } of messages)
        await client.changeMessageVisibility({ QueueUrl: toUrl(arn), ReceiptHandle, VisibilityTimeout });
    },
    close: (): void => client.destroy(),
  };
};

const redrivePolicy = z.strictObject({
  deadLetterTargetArn: z.string(),
  maxReceiveCount: z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)),
});

// Absent settings get the defaults of SQS, so that a setting removed from the template is reset on an existing queue.
const queueProperties = z.strictObject({
  QueueName: z.optional(z.string()),
  VisibilityTimeout: z._default(z.coerce.number(), 30),
  DelaySeconds: z._default(z.coerce.number(), 0),
  MessageRetentionPeriod: z._default(z.coerce.number(), 345_600),
  RedrivePolicy: z.optional(redrivePolicy),
  SqsManagedSseEnabled: z.optional(z.coerce.boolean()),
});

const queuePolicyProperties = z.strictObject({ Queues: z.array(z.string()), PolicyDocument: policyDocument });

/**
 * Creates the resource types `AWS::SQS::Queue` and `AWS::SQS::QueuePolicy`; `toQueueUrl` returns the URL of a queue by
 * name.
 */
export const createSqsResourceTypes = (
  queues: Queues,
  toQueueUrl: (name: string) => string,
): Record<string, ResourceType> => ({
  'AWS::SQS::Queue': async (resource) => {
    const {
      QueueName: name = toPhysicalName(resource, 80),
      RedrivePolicy,
      SqsManagedSseEnabled: _,
      ...numericSettings
    } = queueProperties.parse(resource.properties);
    const attributes = {
      ...Object.fromEntries(Object.entries(numericSettings).map(([key, value]) => [key, String(value)])),
      // An empty value removes an existing policy.
      RedrivePolicy: RedrivePolicy ? JSON.stringify(RedrivePolicy) : '',
    };
    return { ref: toQueueUrl(name), attributes: { Arn: await queues.ensure(name, attributes), QueueName: name } };
  },
  'AWS::SQS::QueuePolicy': (resource) => {
    const { Queues, PolicyDocument } = queuePolicyProperties.parse(resource.properties);
    for (const url of Queues) queues.addPolicy(url, PolicyDocument.Statement);
    return { ref: toPhysicalName(resource) };
  },
});
