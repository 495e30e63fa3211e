import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { SQS } from '@aws-sdk/client-sqs';
import { beforeAll, expect, test } from '@jest/globals';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { startTestQueues } from '#scripts/local-cloud/testing/queues.ts';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { createSqsResourceTypes } from './queues.ts';

const arnPrefix = 'arn:aws:sqs:eu-central-1:000000000000';
const folder = createTestFolder();
let sqs: Awaited<ReturnType<typeof startTestQueues>>;
const makeQueueResource = (type: string, properties: Record<string, unknown>) =>
  makeResource(createSqsResourceTypes(sqs.queues, sqs.toUrl), type, properties);
const send = (client: SQS, name: string, MessageBody = 'x') =>
  client.sendMessage({ QueueUrl: sqs.toUrl(name), MessageBody });
const receive = async (name: string) => {
  const request = { QueueUrl: sqs.toUrl(name), MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
  return ((await sqs.developerClient.receiveMessage(request)).Messages ?? []).map(({ Body }) => Body);
};
const reportsQueue = {
  QueueName: 'reports',
  VisibilityTimeout: '120',
  RedrivePolicy: { deadLetterTargetArn: `${arnPrefix}:lost`, maxReceiveCount: 2 },
};

beforeAll(async () => {
  sqs = await startTestQueues(folder);
  await makeQueueResource('AWS::SQS::Queue', { QueueName: 'lost' });
  await makeQueueResource('AWS::SQS::Queue', reportsQueue);
});

test('denies a role what its policies do not allow, also in batches', async () => {
  const client = sqs.createRoleClient('sender', {
    Effect: 'Allow',
    Action: 'sqs:SendMessage',
    Resource: `${arnPrefix}:lost`,
  });
  await expect(send(client, 'lost')).resolves.toMatchObject({ MessageId: expect.any(String) });
  await expect(send(client, 'reports')).rejects.toMatchObject({
    message: expect.stringContaining(`is not authorized to perform: sqs:SendMessage on resource: ${arnPrefix}:reports`),
    $metadata: { httpStatusCode: 403 },
  });
  const batch = { QueueUrl: sqs.toUrl('reports'), Entries: [{ Id: '1', MessageBody: 'x' }] };
  await expect(client.sendMessageBatch(batch)).rejects.toThrow('sqs:SendMessage');
  await expect(client.listQueues({})).rejects.toThrow('sqs:ListQueues on resource: *');
  const promise = client.getQueueUrl({ QueueName: 'reports' });
  await expect(promise).rejects.toThrow(`sqs:GetQueueUrl on resource: ${arnPrefix}:reports`);
  await sqs.developerClient.purgeQueue({ QueueUrl: sqs.toUrl('lost') });
});

test('applies allow and deny statements of a queue policy', async () => {
  await makeQueueResource('AWS::SQS::Queue', { QueueName: 'open' });
  const role = 'arn:aws:iam::000000000000:role/guest';
  const Resource = `${arnPrefix}:open`;
  await makeQueueResource('AWS::SQS::QueuePolicy', {
    Queues: [sqs.toUrl('open')],
    PolicyDocument: {
      Statement: [
        { Effect: 'Allow', Principal: { AWS: role }, Action: 'sqs:SendMessage', Resource },
        { Effect: 'Deny', Principal: '*', Action: 'sqs:ReceiveMessage', Resource },
      ],
    },
  });
  const guest = sqs.createRoleClient('guest', { Effect: 'Allow', Action: 'sqs:ReceiveMessage', Resource: '*' });
  await expect(send(guest, 'open')).resolves.toBeDefined();
  await expect(guest.receiveMessage({ QueueUrl: sqs.toUrl('open') })).rejects.toThrow('sqs:ReceiveMessage');
  await expect(send(sqs.createRoleClient('stranger'), 'open')).rejects.toThrow('sqs:SendMessage');
});

test('keeps messages over a restart and resets removed queue settings', async () => {
  await send(sqs.developerClient, 'open', 'kept');
  await sqs.close();
  sqs = await startTestQueues(folder);
  await makeQueueResource('AWS::SQS::Queue', { QueueName: 'reports' });
  expect(await receive('open')).toContain('kept');
  const request = { QueueUrl: sqs.toUrl('reports'), AttributeNames: ['All' as const] };
  const { Attributes } = await sqs.developerClient.getQueueAttributes(request);
  expect(Attributes).toMatchObject({ VisibilityTimeout: '30' });
  expect(Attributes).not.toHaveProperty('RedrivePolicy');
});

test('moves all dead letters to another queue', async () => {
  await makeQueueResource('AWS::SQS::Queue', { QueueName: 'lost' });
  await makeQueueResource('AWS::SQS::Queue', reportsQueue);
  for (let number = 1; number <= 11; number += 1) await send(sqs.developerClient, 'lost', `letter ${number}`);
  await sqs.developerClient.startMessageMoveTask({
    SourceArn: `${arnPrefix}:lost`,
    DestinationArn: `${arnPrefix}:reports`,
  });
  expect(await receive('lost')).toEqual([]);
  expect(await receive('reports')).toContain('letter 1');
});

test('rejects an unsigned request and an unknown property', async () => {
  const headers = { 'x-amz-target': 'AmazonSQS.SendMessage' };
  const response = await fetch(sqs.endpoint, { method: 'POST', body: '{}', headers });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ __type: expect.stringContaining('MissingAuthenticationToken') });
  await expect(makeQueueResource('AWS::SQS::Queue', { FifoQueue: true })).rejects.toThrow('FifoQueue');
});

const externalIp = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.internal === false && address.family === 'IPv4')?.address;
(externalIp === undefined ? test.skip : test)('the queue server is not reachable from other machines', async () => {
  const connection = new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(sqs.serverEndpoint).port), externalIp, () => resolve(socket.destroy()));
    socket.once('error', reject);
  });
  await expect(connection).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
