import type { Message } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Outcome } from '../lambda/function-process.ts';
import type { QueueMapping } from './mapping.ts';
import { queueStep } from './queue-step.ts';

const queueArn = 'arn:aws:sqs:eu-central-1:000000000000:reports';
const message = (MessageId: string): Message => ({
  MessageId,
  ReceiptHandle: `handle ${MessageId}`,
  Body: `body ${MessageId}`,
  MD5OfBody: 'md5',
  Attributes: { ApproximateReceiveCount: '1', SentTimestamp: '1795000000000' },
  MessageAttributes: { kind: { DataType: 'String', StringValue: 'report' } },
});

describe('the messages of a queue', () => {
  let waiting: Message[];
  let events: unknown[];
  let removed: (string | undefined)[];
  let shownAgain: string[];

  beforeEach(() => {
    [waiting, events, removed, shownAgain] = [['a', 'b', 'c'].map(message), [], [], []];
  });

  const step = (outcome: Outcome | 'throttled', changes: Partial<QueueMapping> = {}) => {
    const mapping: QueueMapping = {
      id: 'reports',
      source: 'queue',
      functionArn: 'arn',
      sourceArn: queueArn,
      batchSize: 10,
      ...changes,
    };
    return queueStep({
      mapping,
      region: 'eu-central-1',
      functions: {
        pull: async (_, event) => {
          events.push(event);
          return outcome;
        },
      },
      queues: {
        receive: async (_, count) => waiting.splice(0, Math.min(count, 10)),
        remove: async (_, messages) => void removed.push(...messages.map(({ MessageId }) => MessageId)),
        showAgainIn: async (seconds, _, messages) =>
          void shownAgain.push(...messages.map(({ MessageId }) => `${MessageId} in ${seconds} s`)),
      },
    })();
  };

  test('reach the function in the form that Lambda gives them, and are gone when it is content', async () => {
    waiting = [message('a')];
    expect(await step({ payload: null })).toBe(true);
    expect(events).toEqual([
      {
        Records: [
          {
            messageId: 'a',
            receiptHandle: 'handle a',
            body: 'body a',
            attributes: { ApproximateReceiveCount: '1', SentTimestamp: '1795000000000' },
            messageAttributes: {
              kind: { stringValue: 'report', stringListValues: [], binaryListValues: [], dataType: 'String' },
            },
            md5OfBody: 'md5',
            eventSource: 'aws:sqs',
            eventSourceARN: queueArn,
            awsRegion: 'eu-central-1',
          },
        ],
      },
    ]);
    expect([removed, shownAgain]).toEqual([['a'], []]);
  });

  test.each<[string, Outcome | 'throttled', string[], string[]]>([
    ['reports one of them', { payload: { batchItemFailures: [{ itemIdentifier: 'b' }] } }, ['a', 'c'], ['b in 1 s']],
    ['throws', { error: { errorType: 'Error', errorMessage: 'x' } }, [], ['a in 1 s', 'b in 1 s', 'c in 1 s']],
  ])('stay as far as the function fails: it %s', async (_, outcome, gone, again) => {
    await step(outcome);
    expect([removed, shownAgain]).toEqual([gone, again]);
  });

  test('come in batches of the size that the mapping names', async () => {
    waiting = Array.from({ length: 25 }, (_, index) => message(String(index)));
    await step({ payload: null }, { batchSize: 12 });
    await step({ payload: null }, { batchSize: 2 });
    expect(removed).toHaveLength(14);
    expect(waiting).toHaveLength(11);
  });
});
