import type { SQS } from '@aws-sdk/client-sqs';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sqsResources } from '#scripts/local-cloud/sqs/queues.ts';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { startTestQueues } from '#scripts/local-cloud/testing/queues.ts';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { createLetters } from './letters.ts';

const folder = createTestFolder();
let queues: Awaited<ReturnType<typeof startTestQueues>>;
let calls: (readonly [operation: string, options: Readonly<Record<string, string>>])[];
let payloads: string[];
let aws: (operation: string) => string;

const deployed = ['EventsLostReports', 'EventsReports', 'EventsLostChanges', 'CodesLost', 'CodesRequests'];
beforeAll(async () => {
  queues = await startTestQueues(folder);
  for (const QueueName of deployed)
    await makeResource(sqsResources(queues.queues, queues.toUrl), 'AWS::SQS::Queue', { QueueName });
});
beforeEach(async () => {
  calls = [];
  payloads = [];
  aws = () => '';
  for (const name of deployed) await client().purgeQueue({ QueueUrl: queues.toUrl(name) });
});

const client = (): SQS => queues.developer;
const letters = () =>
  createLetters({
    sqs: client(),
    findResource: (type, logicalId) => {
      if (type === 'AWS::Lambda::Function') return `function-${logicalId}`;
      return deployed.includes(logicalId) ? queues.toUrl(logicalId) : undefined;
    },
    aws: async (operation, options) => {
      calls.push([operation, options]);
      return aws(operation);
    },
    saveFile: (payload) => `payload-${payloads.push(payload)}`,
  });
const send = async (name: string, ...bodies: string[]) => {
  const ids: string[] = [];
  for (const MessageBody of bodies) {
    const { MessageId = '' } = await client().sendMessage({ QueueUrl: queues.toUrl(name), MessageBody });
    ids.push(MessageId);
  }
  return ids;
};
const expectBodies = async (name: string, expected: readonly string[]) => {
  const bodies = new Set<string>();
  const hasAll = async () => {
    const request = { QueueUrl: queues.toUrl(name), MaxNumberOfMessages: 10, VisibilityTimeout: 1 };
    for (const { Body = '' } of (await client().receiveMessage(request)).Messages ?? []) bodies.add(Body);
    return bodies.size >= expected.length;
  };
  await eventually(`${name} has its messages`, hasAll);
  expect([...bodies].toSorted()).toEqual(expected);
};

/** Expects that a queue has no messages, also none that are hidden for the moment. */
const expectEmpty = async (name: string) => {
  const { Attributes } = await client().getQueueAttributes({
    QueueUrl: queues.toUrl(name),
    AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
  });
  expect(Attributes).toEqual({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' });
};

test('lists letters and leaves them visible', async () => {
  const ids = await send('EventsLostReports', 'a', 'b');
  const listed = (await letters().list('reports')) ?? [];
  expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(Math.abs(Date.now() - Number(listed[0]?.sentAt))).toBeLessThan(3_600_000);
  await expectBodies('EventsLostReports', ['a', 'b']);
  expect(await letters().list('bounces')).toBeUndefined();
});

test('retries more letters than one call returns, and deletes them', async () => {
  const bodies = Array.from({ length: 23 }, (_, index) => `report ${index}`);
  await send('EventsLostReports', ...bodies);
  expect(await letters().retry('reports', {})).toEqual({ handled: 23, remaining: 0, failures: [] });
  await expectEmpty('EventsLostReports');
  await expectBodies('EventsReports', bodies.toSorted());
});

test('retries only the selected letters', async () => {
  const [, second = ''] = await send('EventsLostReports', 'a', 'b', 'c');
  expect(await letters().retry('reports', { ids: [second] })).toMatchObject({ handled: 1, remaining: 2 });
  await expectBodies('EventsReports', ['b']);
  await expectBodies('EventsLostReports', ['a', 'c']);
  expect(await letters().retry('reports', { limit: 1 })).toMatchObject({ handled: 1, remaining: 1 });
});

test('drops letters without sending them', async () => {
  await send('CodesLost', 'a', 'b');
  expect(await letters().drop('codes', {})).toMatchObject({ handled: 2, remaining: 0 });
  await expectEmpty('CodesLost');
  await expectBodies('CodesRequests', []);
});

test('passes a lost change to its function', async () => {
  await send('EventsLostChanges', '{"Records":[1]}');
  expect(await letters().retry('changes', {})).toMatchObject({ handled: 1 });
  expect(payloads).toEqual(['{"Records":[1]}']);
  expect(calls).toEqual([
    [
      'lambda invoke /dev/null',
      { 'function-name': 'function-BackOfficechanges', 'invocation-type': 'Event', payload: 'fileb://payload-1' },
    ],
  ]);
});

test('reads a change that was given up because of its age from its stream', async () => {
  const DDBStreamBatchInfo = {
    shardId: 'shard-1',
    startSequenceNumber: '100',
    endSequenceNumber: '101',
    batchSize: 2,
    streamArn: 'arn:stream',
  };
  await send('EventsLostChanges', JSON.stringify({ requestContext: {}, DDBStreamBatchInfo }));
  aws = (operation) => {
    if (operation === 'dynamodbstreams get-shard-iterator') return 'iterator-1\n';
    return operation === 'dynamodbstreams get-records' ? '{"Records":[2]}' : '';
  };
  expect(await letters().retry('changes', {})).toMatchObject({ handled: 1 });
  expect(payloads).toEqual(['{"Records":[2]}']);
  expect(calls).toMatchObject([
    [
      'dynamodbstreams get-shard-iterator',
      {
        'stream-arn': 'arn:stream',
        'shard-id': 'shard-1',
        'shard-iterator-type': 'AT_SEQUENCE_NUMBER',
        'sequence-number': '100',
      },
    ],
    ['dynamodbstreams get-records', { 'shard-iterator': 'iterator-1', limit: '2' }],
    ['lambda invoke /dev/null', { 'function-name': 'function-BackOfficechanges' }],
  ]);
});

test('keeps a letter that cannot be handed back', async () => {
  const [id] = await send('EventsLostChanges', '{"Records":[1]}');
  aws = () => {
    throw new Error('no credentials');
  };
  expect(await letters().retry('changes', {})).toEqual({
    handled: 0,
    remaining: 1,
    failures: [{ id, reason: 'no credentials' }],
  });
  await expectBodies('EventsLostChanges', ['{"Records":[1]}']);
});
