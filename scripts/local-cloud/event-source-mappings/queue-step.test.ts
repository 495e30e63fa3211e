import type { Message } from '@aws-sdk/client-sqs';
import { beforeEach, expect, test } from '@jest/globals';
import type { Outcome } from '../lambda/function-process.ts';
import { createQueueStep } from './queue-step.ts';

const createMessages = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({ MessageId: String.fromCharCode(97 + index) }));
const joinIds = (messages: readonly Message[]) => messages.map(({ MessageId }) => MessageId).join(' ');
let queue: Message[];
let calls: string[];
let waits: number[];

beforeEach(() => {
  queue = createMessages(3);
  calls = [];
  waits = [];
});

const runStep = (outcome: Outcome | 'throttled', batchSize = 10) =>
  createQueueStep({
    mapping: { id: 'reports', source: 'queue', functionArn: 'arn', sourceArn: 'arn:queue', batchSize },
    region: 'eu-central-1',
    functions: { invokeForMapping: async () => outcome },
    queues: {
      receive: async (_, count, waitSeconds = 0) => {
        waits.push(waitSeconds);
        return queue.splice(0, Math.min(count, 10));
      },
      remove: async (_, messages) => void calls.push(`removed ${joinIds(messages)}`),
      changeVisibility: async (seconds, _, messages) => void calls.push(`retried in ${seconds} s ${joinIds(messages)}`),
    },
  })();

test.each<[string, Outcome | 'throttled', string[]]>([
  [
    'reports one failure',
    { payload: { batchItemFailures: [{ itemIdentifier: 'b' }] } },
    ['removed a c', 'retried in 1 s b'],
  ],
  ['throws', { error: { errorType: 'Error', errorMessage: 'x' } }, ['removed ', 'retried in 1 s a b c']],
])('returns only failed messages to the queue when the function %s', async (_, outcome, expected) => {
  await runStep(outcome);
  expect(calls).toEqual(expected);
});

test("receives batches of the mapping's size", async () => {
  queue = createMessages(25);
  await runStep({ payload: null }, 12);
  expect(queue).toHaveLength(13);
  await runStep({ payload: null }, 2);
  expect(queue).toHaveLength(11);
});

test('waits for messages only when it starts to receive a batch', async () => {
  await runStep({ payload: null });
  expect(waits).toEqual([1, 0]);
});
