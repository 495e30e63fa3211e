import type { Message } from '@aws-sdk/client-sqs';
import { beforeEach, expect, test } from '@jest/globals';
import type { Outcome } from '../lambda/function-process.ts';
import { queueStep } from './queue-step.ts';

const messages = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({ MessageId: String.fromCharCode(97 + index) }));
const idsOf = (some: readonly Message[]) => some.map(({ MessageId }) => MessageId).join(' ');
let waiting: Message[];
let done: string[];

beforeEach(() => {
  [waiting, done] = [messages(3), []];
});

const step = (outcome: Outcome | 'throttled', batchSize = 10) =>
  queueStep({
    mapping: { id: 'reports', source: 'queue', functionArn: 'arn', sourceArn: 'arn:queue', batchSize },
    region: 'eu-central-1',
    functions: { pull: async () => outcome },
    queues: {
      receive: async (_, count) => waiting.splice(0, Math.min(count, 10)),
      remove: async (_, some) => void done.push(`gone ${idsOf(some)}`),
      showAgainIn: async (seconds, _, some) => void done.push(`again in ${seconds} s ${idsOf(some)}`),
    },
  })();

test.each<[string, Outcome | 'throttled', string[]]>([
  [
    'reports one of them',
    { payload: { batchItemFailures: [{ itemIdentifier: 'b' }] } },
    ['gone a c', 'again in 1 s b'],
  ],
  ['throws', { error: { errorType: 'Error', errorMessage: 'x' } }, ['gone ', 'again in 1 s a b c']],
])('messages of a queue stay as far as the function fails: it %s', async (_, outcome, expected) => {
  await step(outcome);
  expect(done).toEqual(expected);
});

test('messages of a queue come in batches of the size that the mapping names', async () => {
  waiting = messages(25);
  await step({ payload: null }, 12);
  expect(waiting).toHaveLength(13);
  await step({ payload: null }, 2);
  expect(waiting).toHaveLength(11);
});
