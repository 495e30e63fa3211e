import { randomUUID } from 'node:crypto';
import type { Message } from '@aws-sdk/client-sqs';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import { failedItems } from './mapping.ts';
import type { QueueMapping, Tools } from './mapping.ts';

/** On AWS a message that failed stays hidden until the queue's visibility timeout has passed; nobody waits for minutes here. */
const hiddenAfterFailureSeconds = 1;

const idOf = ({ MessageId = '' }: Message) => MessageId;

const forLambda = (message: Message, queueArn: string, region: string) => ({
  messageId: idOf(message),
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes,
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
});

type Options = Pick<Tools, 'region'> & {
  readonly mapping: QueueMapping;
  readonly functions: Pick<Functions, 'pull'>;
  readonly queues: Pick<Queues, 'receive' | 'remove' | 'showAgainIn'>;
};

/** Hands a queue's messages to a function and takes those away that succeeded; answers whether there were any. */
export const queueStep = ({ mapping, functions, queues, region }: Options) => {
  const { functionArn, sourceArn, batchSize } = mapping;

  const receive = async (): Promise<Message[]> => {
    const messages: Message[] = [];
    while (messages.length < batchSize) {
      const more = await queues.receive(sourceArn, batchSize - messages.length);
      if (more.length === 0) break;
      messages.push(...more);
    }
    return messages;
  };

  return async (): Promise<boolean> => {
    const messages = await receive();
    if (messages.length === 0) return false;
    const event = { Records: messages.map((message) => forLambda(message, sourceArn, region)) };
    const outcome = failedItems(await functions.pull(functionArn, event, randomUUID()), messages.map(idOf));
    const hasFailed = (message: Message) => outcome === 'all' || outcome.has(idOf(message));
    await queues.remove(
      sourceArn,
      messages.filter((message) => !hasFailed(message)),
    );
    await queues.showAgainIn(hiddenAfterFailureSeconds, sourceArn, messages.filter(hasFailed));
    return true;
  };
};
