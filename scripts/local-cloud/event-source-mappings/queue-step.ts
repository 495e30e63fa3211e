import { randomUUID } from 'node:crypto';
import type { Message } from '@aws-sdk/client-sqs';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import { toBatchOutcome } from './mapping.ts';
import type { QueueMapping, StepContext } from './mapping.ts';

/**
 * On AWS a failed message stays hidden for the queue's visibility timeout; here it is retried sooner to avoid waiting
 * for minutes.
 */
const hiddenAfterFailureSeconds = 1;

/** The local cloud waits for this time when it stops, so it is shorter than on AWS. */
const longPollSeconds = 1;

const toId = ({ MessageId = '' }: Message) => MessageId;

const toLambdaRecord = (message: Message, queueArn: string, region: string) => ({
  messageId: toId(message),
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes,
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
});

type Options = Pick<StepContext, 'region'> & {
  readonly mapping: QueueMapping;
  readonly functions: Pick<Functions, 'invokeForMapping'>;
  readonly queues: Pick<Queues, 'receive' | 'remove' | 'changeVisibility'>;
};

/**
 * Creates a step that passes a queue's messages to a function and deletes those that succeeded. It waits for messages
 * for a second, and resolves to true if there were any.
 */
export const createQueueStep = ({ mapping, functions, queues, region }: Options) => {
  const { functionArn, sourceArn, batchSize } = mapping;

  const receive = async (): Promise<Message[]> => {
    const messages: Message[] = [];
    while (messages.length < batchSize) {
      const waitSeconds = messages.length === 0 ? longPollSeconds : 0;
      const receivedMessages = await queues.receive(sourceArn, batchSize - messages.length, waitSeconds);
      if (receivedMessages.length === 0) break;
      messages.push(...receivedMessages);
    }
    return messages;
  };

  return async (): Promise<boolean> => {
    const messages = await receive();
    if (messages.length === 0) return false;
    const event = { Records: messages.map((message) => toLambdaRecord(message, sourceArn, region)) };
    const outcome = toBatchOutcome(
      await functions.invokeForMapping(functionArn, event, randomUUID()),
      messages.map(toId),
    );
    const hasFailed = (message: Message) => outcome === 'allFailed' || outcome.has(toId(message));
    await queues.remove(
      sourceArn,
      messages.filter((message) => !hasFailed(message)),
    );
    await queues.changeVisibility(hiddenAfterFailureSeconds, sourceArn, messages.filter(hasFailed));
    return true;
  };
};
