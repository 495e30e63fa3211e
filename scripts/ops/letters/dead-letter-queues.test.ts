import type { SQS } from '@aws-sdk/client-sqs';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSqsResourceTypes } from '#scripts/local-cloud/sqs/queues.ts';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { startTestQueues } from '#scripts/local-cloud/testing/queues.ts';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { createDeadLetterQueues } from './dead-letter-queues.ts';

const folder = createTestFolder();
let queues: Awaited<ReturnType<typeof startTestQueues>>;
/** Commands of the AWS CLI that the code under test has run. */
let awsCalls: (readonly [operation: string, options: Readonly<Record<string, string>>])[];
let payloads: string[];
/** Returns the simulated output of the AWS CLI. */
let runAws: (operation: string) => string;

const deployedQueues = ['EventsLostReports', 'EventsReports', 'EventsLostChanges', 'CodesLost', 'CodesRequests'];
beforeAll(async () => {
  queues = await startTestQueues(folder);
  for (const QueueName of deployedQueues)
    await makeResource(createSqsResourceTypes(queues.queues, queues.toUrl), 'AWS::SQS::Queue', { QueueName });
});
beforeEach(async () => {
  awsCalls = [];
  payloads = [];
  runAws = () => '';
  for (const name of deployedQueues) await getClient().purgeQueue({ QueueUrl: queues.toUrl(name) });
});

const getClient = (): SQS => queues.developerClient;
const openDeadLetterQueues = () =>
  createDeadLetterQueues({
    sqs: getClient(),
    findResource: (type, logicalId) => {
      if (type === 'AWS::Lambda::Function') return `function-${logicalId}`;
      return deployedQueues.includes(logicalId) ? queues.toUrl(logicalId) : undefined;
    },
    runAws: async (operation, options) => {
      awsCalls.push([operation, options]);
      return runAws(operation);
    },
    saveFile: (payload) => `payload-${payloads.push(payload)}`,
  });
const send = async (name: string, ...bodies: string[]) => {
  const ids: string[] = [];
  for (const MessageBody of bodies) {
    const { MessageId = '' } = await getClient().sendMessage({ QueueUrl: queues.toUrl(name), MessageBody });
    ids.push(MessageId);
  }
  return ids;
};
const expectMessages = async (name: string, expected: readonly string[]) => {
  const bodies = new Set<string>();
  const hasAll = async () => {
    const request = { QueueUrl: queues.toUrl(name), MaxNumberOfMessages: 10, VisibilityTimeout: 1 };
    for (const { Body = '' } of (await getClient().receiveMessage(request)).Messages ?? []) bodies.add(Body);
    return bodies.size >= expected.length;
  };
  await eventually(`${name} has its messages`, hasAll);
  expect([...bodies].toSorted()).toEqual(expected);
};

/** Expects that a queue has no messages, not even hidden ones. */
const expectEmpty = async (name: string) => {
  const { Attributes } = await getClient().getQueueAttributes({
    QueueUrl: queues.toUrl(name),
    AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
  });
  expect(Attributes).toEqual({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' });
};

test('lists dead letters without hiding them from other consumers', async () => {
  const ids = await send('EventsLostReports', 'a', 'b');
  const listedLetters = (await openDeadLetterQueues().list('reports')) ?? [];
  expect(listedLetters.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(Math.abs(Date.now() - Number(listedLetters[0]?.sentAt))).toBeLessThan(3_600_000);
  await expectMessages('EventsLostReports', ['a', 'b']);
  expect(await openDeadLetterQueues().list('bounces')).toBeUndefined();
});

test('retries more dead letters than one call returns, and deletes them', async () => {
  const bodies = Array.from({ length: 23 }, (_, index) => `report ${index}`);
  await send('EventsLostReports', ...bodies);
  expect(await openDeadLetterQueues().retry('reports', {})).toEqual({
    handledCount: 23,
    remainingCount: 0,
    failures: [],
  });
  await expectEmpty('EventsLostReports');
  await expectMessages('EventsReports', bodies.toSorted());
});

test('retries only the selected dead letters', async () => {
  const [, second = ''] = await send('EventsLostReports', 'a', 'b', 'c');
  expect(await openDeadLetterQueues().retry('reports', { ids: [second] })).toMatchObject({
    handledCount: 1,
    remainingCount: 2,
  });
  await expectMessages('EventsReports', ['b']);
  await expectMessages('EventsLostReports', ['a', 'c']);
  expect(await openDeadLetterQueues().retry('reports', { limit: 1 })).toMatchObject({
    handledCount: 1,
    remainingCount: 1,
  });
});

test('drops dead letters without sending them', async () => {
  await send('CodesLost', 'a', 'b');
  expect(await openDeadLetterQueues().drop('codes', {})).toMatchObject({ handledCount: 2, remainingCount: 0 });
  await expectEmpty('CodesLost');
  await expectMessages('CodesRequests', []);
});

const buildChange = (number: number) => ({ eventID: `e-${number}`, dynamodb: { SequenceNumber: String(number) } });
const readPayloads = () => payloads.map((payload) => (JSON.parse(payload) as { Records: unknown }).Records);

test('passes the changes of a dead letter to their function one by one', async () => {
  await send('EventsLostChanges', JSON.stringify({ Records: [buildChange(1), buildChange(2)] }));
  runAws = () => 'None\n';
  expect(await openDeadLetterQueues().retry('changes', {})).toMatchObject({ handledCount: 1 });
  expect(readPayloads()).toEqual([[buildChange(1)], [buildChange(2)]]);
  expect(awsCalls[0]).toMatchObject([
    'lambda invoke /dev/null',
    { 'function-name': 'function-BackOfficechanges', payload: 'fileb://payload-1', query: 'FunctionError' },
  ]);
});

test('keeps a dead letter with a change that fails again', async () => {
  const body = JSON.stringify({ Records: [buildChange(1), buildChange(2)] });
  await send('EventsLostChanges', body);
  runAws = () => 'Unhandled\n';
  expect(await openDeadLetterQueues().retry('changes', {})).toMatchObject({
    handledCount: 0,
    remainingCount: 1,
    failures: [{ reason: 'The function has failed: its log says why.' }],
  });
  expect(readPayloads()).toEqual([[buildChange(1)]]);
  await expectMessages('EventsLostChanges', [body]);
});

describe('retrying a dead letter with a stream position, which Lambda sends for changes that became too old', () => {
  const sendStreamPosition = () =>
    send(
      'EventsLostChanges',
      JSON.stringify({
        requestContext: {},
        DDBStreamBatchInfo: {
          shardId: 'shard-1',
          startSequenceNumber: '100',
          endSequenceNumber: '102',
          batchSize: 3,
          streamArn: 'arn:stream',
        },
      }),
    );
  const simulateStreamPages = (...pages: readonly (readonly number[])[]) => {
    const remainingPages = [...pages];
    runAws = (operation) => {
      if (operation === 'dynamodbstreams get-shard-iterator') return 'iterator-1\n';
      if (operation !== 'dynamodbstreams get-records') return '';
      const Records = (remainingPages.shift() ?? []).map(buildChange);
      return JSON.stringify({ Records, ...(remainingPages.length > 0 && { NextShardIterator: 'next' }) });
    };
  };

  test('reads the changes from their stream, page by page until the last one', async () => {
    await sendStreamPosition();
    simulateStreamPages([100], [], [101, 102, 103], [104]);
    expect(await openDeadLetterQueues().retry('changes', {})).toMatchObject({ handledCount: 1 });
    expect(readPayloads()).toEqual([[buildChange(100)], [buildChange(101)], [buildChange(102)]]);
    expect(awsCalls.slice(0, 3)).toMatchObject([
      [
        'dynamodbstreams get-shard-iterator',
        {
          'stream-arn': 'arn:stream',
          'shard-id': 'shard-1',
          'shard-iterator-type': 'AT_SEQUENCE_NUMBER',
          'sequence-number': '100',
        },
      ],
      ['dynamodbstreams get-records', { 'shard-iterator': 'iterator-1' }],
      ['dynamodbstreams get-records', { 'shard-iterator': 'next' }],
    ]);
  });

  test('keeps the dead letter if the stream no longer has all changes', async () => {
    await sendStreamPosition();
    simulateStreamPages([100, 101]);
    expect(await openDeadLetterQueues().retry('changes', {})).toMatchObject({
      handledCount: 0,
      failures: [{ reason: 'The stream does not have all changes until 102 any more.' }],
    });
    expect(payloads).toEqual([]);
  });
});

test('keeps a dead letter whose function cannot be invoked', async () => {
  const [id] = await send('EventsLostChanges', JSON.stringify({ Records: [buildChange(1)] }));
  runAws = () => {
    throw new Error('no credentials');
  };
  expect(await openDeadLetterQueues().retry('changes', {})).toEqual({
    handledCount: 0,
    remainingCount: 1,
    failures: [{ id, reason: 'no credentials' }],
  });
  await expectMessages('EventsLostChanges', [JSON.stringify({ Records: [buildChange(1)] })]);
});
