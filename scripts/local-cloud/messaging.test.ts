import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, ListQueuesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { developerKey } from './iam/iam.ts';
import { startLocalCloud } from './local-cloud.ts';
import type { LocalCloud } from './local-cloud.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { writeAssembly } from './testing/assembly.ts';
import { eventually } from './testing/eventually.ts';

// `orders` → stream → tell → bus → rule → queue → note → `notes`. Whoever says "break" breaks something on the way.
const code = `
const call = async (service, target, version, body) => {
  const answer = await fetch(process.env['AWS_ENDPOINT_URL_' + service], { method: 'POST', body: JSON.stringify(body), headers: {
    'x-amz-target': target, 'content-type': 'application/x-amz-json-' + version, 'x-amz-date': '20261121T100000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20261121/eu-central-1/x/aws4_request, SignedHeaders=host, Signature=00' } });
  if (!answer.ok) throw new Error(await answer.text());
};
export const tell = async ({ Records }) => {
  const orders = Records.map(({ dynamodb }) => dynamodb.NewImage.id.S);
  if (orders.includes('break-stream')) throw new Error('broken');
  await call('EVENTBRIDGE', 'AWSEvents.PutEvents', '1.1', { Entries: orders.map((id) => ({ EventBusName: process.env.BUS, Source: 'shop', DetailType: 'Ordered', Detail: JSON.stringify({ id }) })) });
};
export const note = async ({ Records }) => {
  const batchItemFailures = [];
  for (const { messageId, body } of Records) {
    const { detail: { id } } = JSON.parse(body);
    if (id === 'break-queue') batchItemFailures.push({ itemIdentifier: messageId });
    else await call('DYNAMODB', 'DynamoDB_20120810.PutItem', '1.0', { TableName: process.env.NOTES, Item: { id: { S: id } } });
  }
  return { batchItemFailures };
};
`;

const getAtt = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] });
const table = {
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
};
const allow = (Action: string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const lambda = (handler: string, role: string, Variables: object) => ({
  Type: 'AWS::Lambda::Function',
  DependsOn: [`${role}Policy`],
  Properties: {
    Code: { S3Key: 'code.zip' },
    Handler: `index.${handler}`,
    Runtime: 'nodejs24.x',
    Role: getAtt(role, 'Arn'),
    Timeout: 5,
    Environment: { Variables },
  },
});
const role = (name: string, ...Statement: object[]) => ({
  [name]: { Type: 'AWS::IAM::Role', Properties: {} },
  [`${name}Policy`]: {
    Type: 'AWS::IAM::Policy',
    Properties: { Roles: [{ Ref: name }], PolicyDocument: { Statement } },
  },
});
const queueActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
const streamActions = [
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:DescribeStream',
  'dynamodb:ListStreams',
];

const resources = {
  Orders: {
    Type: 'AWS::DynamoDB::Table',
    Properties: { ...table, StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } },
  },
  Notes: { Type: 'AWS::DynamoDB::Table', Properties: table },
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'shop' } },
  Lost: { Type: 'AWS::SQS::Queue', Properties: {} },
  Ordered: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      VisibilityTimeout: 60,
      RedrivePolicy: { deadLetterTargetArn: getAtt('Lost', 'Arn'), maxReceiveCount: 2 },
    },
  },
  OrderedPolicy: {
    Type: 'AWS::SQS::QueuePolicy',
    Properties: {
      Queues: [{ Ref: 'Ordered' }],
      PolicyDocument: {
        Statement: {
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Action: 'sqs:SendMessage',
          Resource: getAtt('Ordered', 'Arn'),
          Condition: { ArnEquals: { 'aws:SourceArn': getAtt('Rule', 'Arn') } },
        },
      },
    },
  },
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventBusName: { Ref: 'Bus' },
      EventPattern: { source: ['shop'] },
      Targets: [{ Id: 'queue', Arn: getAtt('Ordered', 'Arn') }],
    },
  },
  ...role(
    'TellRole',
    allow(streamActions, getAtt('Orders', 'StreamArn')),
    allow(['events:PutEvents'], getAtt('Bus', 'Arn')),
    allow(['sqs:SendMessage'], getAtt('Lost', 'Arn')),
  ),
  ...role(
    'NoteRole',
    allow(queueActions, getAtt('Ordered', 'Arn')),
    allow(['dynamodb:PutItem'], getAtt('Notes', 'Arn')),
  ),
  Tell: lambda('tell', 'TellRole', { BUS: { Ref: 'Bus' } }),
  Note: lambda('note', 'NoteRole', { NOTES: { Ref: 'Notes' } }),
  TellOrders: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      FunctionName: { Ref: 'Tell' },
      EventSourceArn: getAtt('Orders', 'StreamArn'),
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1,
      DestinationConfig: { OnFailure: { Destination: getAtt('Lost', 'Arn') } },
    },
  },
  NoteOrders: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      FunctionName: getAtt('Note', 'Arn'),
      EventSourceArn: getAtt('Ordered', 'Arn'),
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    },
  },
};

const write = (folder: string, Resources: object) => writeAssembly(folder, { code, resources: Resources });

describe('what travels by stream, bus and queue', () => {
  const folder = temporaryFolder();
  const assembly = write(join(folder.path, 'cdk.out'), resources);
  const warnings: string[] = [];
  let cloud: LocalCloud;
  const start = async () => {
    cloud = await startLocalCloud({
      stateFolder: join(folder.path, 'state'),
      assembly,
      port: 0,
      warn: (message) => warnings.push(message),
    });
  };
  beforeAll(start);
  afterAll(async () => {
    await cloud.stop();
    folder.remove();
  });

  const database = () =>
    new DynamoDBClient({ endpoint: cloud.endpoints.DYNAMODB, region: cloud.region, credentials: developerKey });
  const sqs = () => new SQSClient({ endpoint: cloud.endpoints.SQS, region: cloud.region, credentials: developerKey });
  const tableNamed = async (name: string) =>
    ((await database().send(new ListTablesCommand({}))).TableNames ?? []).find((candidate) =>
      candidate.includes(name),
    ) ?? '';
  const order = async (id: string) =>
    database().send(new PutItemCommand({ TableName: await tableNamed('Orders'), Item: { id: { S: id } } }));
  const notes = async () =>
    ((await database().send(new ScanCommand({ TableName: await tableNamed('Notes') }))).Items ?? []).map(
      ({ id }) => id?.S ?? '',
    );
  const noted = (...ids: string[]) =>
    eventually(`${ids.join(', ')} are noted`, async () => {
      const all = await notes();
      return ids.every((id) => all.includes(id));
    });
  const queueNamed = async (name: string) =>
    ((await sqs().send(new ListQueuesCommand({}))).QueueUrls ?? []).find((url) => url.includes(name)) ?? '';
  const lost = async () => {
    const request = { QueueUrl: await queueNamed('Lost'), MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
    return ((await sqs().send(new ReceiveMessageCommand(request))).Messages ?? []).map(
      ({ Body = '' }) => JSON.parse(Body) as Record<string, unknown>,
    );
  };

  test('arrives', async () => {
    await order('one');
    await noted('one');
  });

  test('arrives but for what breaks the function of the stream: that is reported with its place', async () => {
    await Promise.all(['two', 'break-stream', 'three'].map(order));
    await noted('two', 'three');
    const report = await eventually('the loss is reported', async () =>
      (await lost()).find((body) => 'DDBStreamBatchInfo' in body),
    );
    expect(report).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: {
        batchSize: 1,
        streamArn: expect.stringMatching(/^arn:aws:dynamodb:eu-central-1:000000000000:table\//),
      },
    });
    expect(warnings.join('\n')).toContain('gave up 1 records');
  });

  test('arrives but for what the function of the queue reports: that goes to the dead-letter queue', async () => {
    await Promise.all(['four', 'break-queue', 'five'].map(order));
    await noted('four', 'five');
    expect(
      await eventually('the message is dead', async () => (await lost()).find((body) => 'detail' in body)),
    ).toMatchObject({ source: 'shop', detail: { id: 'break-queue' } });
    const QueueUrl = await queueNamed('Ordered');
    const { Attributes } = await sqs().send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    expect(Attributes).toEqual({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' });
  });

  test('arrives after a restart, however far it had come', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `late-${index}`);
    await Promise.all(ids.map(order));
    await cloud.stop();
    await start();
    await noted(...ids);
  });

  test('is refused at deployment without the permission to read', async () => {
    const broken = write(join(folder.path, 'no-permission'), {
      ...resources,
      ...role('NoteRole', allow(['dynamodb:PutItem'], '*')),
    });
    const starting = startLocalCloud({ stateFolder: join(folder.path, 'other'), assembly: broken, port: 0 });
    await expect(starting).rejects.toThrow(
      'NoteOrders (AWS::Lambda::EventSourceMapping): The provided execution role does not have permissions to call ReceiveMessage',
    );
  });
});
