import {
  ChangeMessageVisibilityBatchCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Message } from '@aws-sdk/client-sqs';
import type { Statement } from '../iam/evaluate.ts';
import { developerKey } from '../iam/iam.ts';

export type Account = { readonly region: string; readonly accountId: string };

/** The name of a queue out of its URL, wherever that leads. */
export const queueNameOf = (url: unknown): string => String(url).replace(/\/+$/, '').split('/').at(-1) ?? '';

export type QueueFacts = {
  readonly visibilityTimeoutSeconds: number;
  /** Where what fails too often goes. */
  readonly deadLetterArn?: string | undefined;
};

/** The most messages that SQS hands out, or takes back, in one call. */
const most = 10;

const inTens = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, index) => all.slice(index * most, (index + 1) * most));

/** The template's queues, as AWS's own services use them: whoever calls has asked the policies before. */
export const createQueues = (endpoint: string, account: Account) => {
  const client = new SQSClient({ endpoint, region: account.region, credentials: developerKey });
  const facts = new Map<string, QueueFacts & { statements: Statement[] }>();
  const arnOf = (name: string) => `arn:aws:sqs:${account.region}:${account.accountId}:${name}`;
  const nameIn = (arn: string) => arn.split(':').at(-1) ?? '';
  // Only the name counts.
  const urlOf = (arn: string) => `${endpoint}/${account.accountId}/${nameIn(arn)}`;

  const exists = async (QueueName: string) => {
    try {
      await client.send(new GetQueueUrlCommand({ QueueName }));
      return true;
    } catch (error) {
      if (error instanceof QueueDoesNotExist) return false;
      throw error;
    }
  };

  return {
    /** Makes a queue, or brings the one of that name to these attributes; answers its ARN. */
    ensure: async (name: string, Attributes: Readonly<Record<string, string>>, known: QueueFacts): Promise<string> => {
      const arn = arnOf(name);
      if (!(await exists(name))) await client.send(new CreateQueueCommand({ QueueName: name }));
      await client.send(new SetQueueAttributesCommand({ QueueUrl: urlOf(arn), Attributes }));
      facts.set(arn, { ...known, statements: facts.get(arn)?.statements ?? [] });
      return arn;
    },
    /** More statements for a queue's own policy. Throws for a queue that isn't there. */
    addPolicy: (url: string, statements: readonly Statement[]): void => {
      const queue = facts.get(arnOf(queueNameOf(url)));
      if (!queue) throw new Error(`there is no queue ${url}`);
      queue.statements.push(...statements);
    },
    policyOf: (arn: string): readonly Statement[] => facts.get(arn)?.statements ?? [],
    /** Whether some queue's failed messages go there. */
    isForDeadLetters: (arn: string): boolean => [...facts.values()].some(({ deadLetterArn }) => deadLetterArn === arn),
    find: (arn: string): QueueFacts | undefined => facts.get(arn),
    send: async (
      arn: string,
      MessageBody: string,
      attributes: Readonly<Record<string, string>> = {},
    ): Promise<void> => {
      const MessageAttributes = Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      );
      await client.send(new SendMessageCommand({ QueueUrl: urlOf(arn), MessageBody, MessageAttributes }));
    },
    /** Up to so many messages, at most 10; hidden from others until the queue's visibility timeout has passed. */
    receive: async (arn: string, count: number): Promise<Message[]> => {
      const request = {
        QueueUrl: urlOf(arn),
        MaxNumberOfMessages: Math.min(count, most),
        MessageSystemAttributeNames: ['All' as const],
        MessageAttributeNames: ['All'],
      };
      return (await client.send(new ReceiveMessageCommand(request))).Messages ?? [];
    },
    remove: async (arn: string, messages: readonly Message[]): Promise<void> => {
      for (const some of inTens(messages)) {
        const Entries = some.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
        await client.send(new DeleteMessageBatchCommand({ QueueUrl: urlOf(arn), Entries }));
      }
    },
    /** Hands messages out again after so many seconds, at least 1. */
    showAgainIn: async (seconds: number, arn: string, messages: readonly Message[]): Promise<void> => {
      for (const some of inTens(messages)) {
        const Entries = some.map(({ ReceiptHandle }, index) => ({
          Id: String(index),
          ReceiptHandle,
          VisibilityTimeout: seconds,
        }));
        await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: urlOf(arn), Entries }));
      }
    },
    close: (): void => client.destroy(),
  };
};

export type Queues = ReturnType<typeof createQueues>;
