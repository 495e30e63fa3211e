import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { SQSClient } from '@aws-sdk/client-sqs';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';
import { queuesForTest } from '#scripts/local-cloud/testing/queues.ts';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { sqsResources } from './resources.ts';

const arns = 'arn:aws:sqs:eu-central-1:000000000000';

describe('SQS', () => {
  const folder = freshFolder();
  let sqs: Awaited<ReturnType<typeof queuesForTest>>;
  const make = (type: string, properties: Record<string, unknown>) =>
    makeResource(sqsResources(sqs.queues, sqs.urlOf), type, properties);
  const send = (client: SQSClient, name: string, MessageBody = 'x') =>
    client.send(new SendMessageCommand({ QueueUrl: sqs.urlOf(name), MessageBody }));
  const receive = async (name: string) => {
    const request = { QueueUrl: sqs.urlOf(name), MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
    return (await sqs.developer.send(new ReceiveMessageCommand(request))).Messages ?? [];
  };

  beforeAll(async () => {
    sqs = await queuesForTest(folder);
    await make('AWS::SQS::Queue', { QueueName: 'lost' });
    await make('AWS::SQS::Queue', {
      QueueName: 'reports',
      VisibilityTimeout: '120',
      SqsManagedSseEnabled: true,
      RedrivePolicy: { deadLetterTargetArn: `${arns}:lost`, maxReceiveCount: 2 },
    });
  });
  afterAll(() => sqs.close());

  test('names its queues by URLs that lead to it, and by ARNs of the account', async () => {
    expect((await sqs.developer.send(new ListQueuesCommand({}))).QueueUrls?.sort()).toEqual([
      sqs.urlOf('lost'),
      sqs.urlOf('reports'),
    ]);
    const { QueueUrl } = await sqs.developer.send(new GetQueueUrlCommand({ QueueName: 'reports' }));
    const { Attributes } = await sqs.developer.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({ QueueArn: `${arns}:reports`, VisibilityTimeout: '120' });
    expect(JSON.parse(Attributes?.['RedrivePolicy'] ?? '')).toEqual({
      deadLetterTargetArn: `${arns}:lost`,
      maxReceiveCount: 2,
    });
  });

  test('refuses a role what its policies do not say, part by part', async () => {
    const client = sqs.clientOf('sender', { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: `${arns}:lost` });
    await expect(send(client, 'lost')).resolves.toMatchObject({ MessageId: expect.any(String) });
    await expect(send(client, 'reports')).rejects.toMatchObject({
      message: expect.stringContaining(`is not authorized to perform: sqs:SendMessage on resource: ${arns}:reports`),
      $metadata: { httpStatusCode: 403 },
    });
    const batch = new SendMessageBatchCommand({
      QueueUrl: sqs.urlOf('reports'),
      Entries: [{ Id: '1', MessageBody: 'x' }],
    });
    await expect(client.send(batch)).rejects.toThrow('sqs:SendMessage');
    await expect(client.send(new ListQueuesCommand({}))).rejects.toThrow('sqs:ListQueues on resource: *');
    const byName = new GetQueueUrlCommand({ QueueName: 'reports' });
    await expect(client.send(byName)).rejects.toThrow(`sqs:GetQueueUrl on resource: ${arns}:reports`);
    await sqs.developer.send(new PurgeQueueCommand({ QueueUrl: sqs.urlOf('lost') }));
  });

  test('lets a queue’s own policy allow and forbid', async () => {
    await make('AWS::SQS::Queue', { QueueName: 'open' });
    const role = 'arn:aws:iam::000000000000:role/guest';
    await make('AWS::SQS::QueuePolicy', {
      Queues: [sqs.urlOf('open')],
      PolicyDocument: {
        Statement: [
          { Effect: 'Allow', Principal: { AWS: role }, Action: 'sqs:SendMessage', Resource: `${arns}:open` },
          {
            Effect: 'Deny',
            Principal: { AWS: '*' },
            Action: 'sqs:*',
            Resource: `${arns}:open`,
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
          { Effect: 'Deny', Principal: '*', Action: 'sqs:ReceiveMessage', Resource: `${arns}:open` },
        ],
      },
    });
    const guest = sqs.clientOf('guest', { Effect: 'Allow', Action: 'sqs:ReceiveMessage', Resource: '*' });
    await expect(send(guest, 'open')).resolves.toBeDefined();
    await expect(guest.send(new ReceiveMessageCommand({ QueueUrl: sqs.urlOf('open') }))).rejects.toThrow(
      'sqs:ReceiveMessage',
    );
    await expect(send(sqs.clientOf('stranger'), 'open')).rejects.toThrow('sqs:SendMessage');
  });

  test('has its messages again after a restart, and its queues become what the template now says', async () => {
    await send(sqs.developer, 'open', 'kept');
    await sqs.close();
    sqs = await queuesForTest(folder);
    await make('AWS::SQS::Queue', { QueueName: 'reports' });
    expect((await receive('open')).map(({ Body }) => Body)).toContain('kept');
    const { Attributes } = await sqs.developer.send(
      new GetQueueAttributesCommand({ QueueUrl: sqs.urlOf('reports'), AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({ VisibilityTimeout: '30' });
    expect(Attributes).not.toHaveProperty('RedrivePolicy');
  });

  test('hands dead letters to another queue, and refuses to move what are none', async () => {
    await make('AWS::SQS::Queue', { QueueName: 'lost' });
    const to = { QueueName: 'reports', RedrivePolicy: { deadLetterTargetArn: `${arns}:lost`, maxReceiveCount: 2 } };
    await make('AWS::SQS::Queue', to);
    for (let letter = 1; letter <= 11; letter += 1) await send(sqs.developer, 'lost', `letter ${letter}`);
    const move = (from: string) =>
      sqs.developer.send(
        new StartMessageMoveTaskCommand({ SourceArn: `${arns}:${from}`, DestinationArn: `${arns}:reports` }),
      );
    await move('lost');
    expect(await receive('lost')).toEqual([]);
    expect((await receive('reports')).map(({ Body }) => Body)).toContain('letter 1');
    await expect(move('open')).rejects.toThrow('must be configured as a Dead Letter Queue');
  });

  test('refuses what nobody signed, and a property that it does not know', async () => {
    const answer = await fetch(sqs.endpoint, {
      method: 'POST',
      body: '{}',
      headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
    });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ __type: expect.stringContaining('MissingAuthenticationToken') }),
    ]);
    await expect(make('AWS::SQS::Queue', { FifoQueue: true })).rejects.toThrow('FifoQueue');
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.internal === false && address.family === 'IPv4')?.address;
  (outside === undefined ? test.skip : test)('cannot be reached from other machines', async () => {
    const port = Number(new URL(sqs.serverEndpoint).port);
    await expect(
      new Promise((resolve, reject) => {
        const socket = connect(port, outside, () => resolve(socket.destroy()));
        socket.once('error', reject);
      }),
    ).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
