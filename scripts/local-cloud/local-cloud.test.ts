import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { developerKey } from './iam/iam.ts';
import { startLocalCloud } from './local-cloud.ts';
import type { LocalCloud } from './local-cloud.ts';
import { createFunctionResources, writeAssembly } from './testing/assembly.ts';
import { createTestFolder } from './testing/cleanup.ts';

// The function calls DynamoDB without the SDK, because only the access key and the response matter here.
const code = `
const call = async (operation, body) => {
  const answer = await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB, { method: 'POST', body: JSON.stringify({ TableName: process.env.TABLE, ...body }), headers: {
    'x-amz-target': 'DynamoDB_20120810.' + operation, 'content-type': 'application/x-amz-json-1.0', 'x-amz-date': '20261121T100000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20261121/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00' } });
  return answer.status + JSON.stringify(await answer.json());
};
const item = { id: { S: 'kept' } };
export const handler = async (event) => ({ ...event, response: { emailSubject: 'From process ' + process.pid,
  emailMessage: ['{username} {####}', await call('PutItem', { Item: item }), await call('GetItem', { Key: item })].join(' | ') } });
`;

const getAtt = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] });

const resources = {
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    },
  },
  ...createFunctionResources('cognito-idp.amazonaws.com', { TABLE: { Ref: 'Table' } }),
  Policy: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      Roles: [{ Ref: 'Role' }],
      PolicyDocument: {
        Statement: { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: getAtt('Table', 'Arn') },
      },
    },
  },
  Pool: {
    Type: 'AWS::Cognito::UserPool',
    Properties: {
      UsernameAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 10, TemporaryPasswordValidityDays: 7 } },
      LambdaConfig: { CustomMessage: getAtt('Function', 'Arn') },
    },
  },
};

const folder = createTestFolder();
const writeTestAssembly = (name: string, extraResources: object = {}) =>
  writeAssembly(join(folder, name), {
    code,
    resources: { ...resources, ...extraResources },
    outputs: { PoolId: { Value: { Ref: 'Pool' } }, Table: { Value: { Ref: 'Table' } } },
  });
const assembly = writeTestAssembly('cdk.out');
const clouds: LocalCloud[] = [];
const startCloud = async (folderName: string, extraOptions: object = {}) => {
  const cloud = await startLocalCloud({ stateFolder: join(folder, folderName), assembly, port: 0, ...extraOptions });
  clouds.push(cloud);
  return cloud;
};
let sharedCloud: LocalCloud;

beforeAll(async () => {
  sharedCloud = await startCloud('one');
});
afterAll(async () => {
  for (const cloud of clouds) await cloud.stop();
});

const clientOptions = ({ region }: LocalCloud, endpoint: string) => ({ endpoint, region, credentials: developerKey });
const scanItems = async (cloud: LocalCloud) => {
  const client = new DynamoDBClient(clientOptions(cloud, cloud.endpoints.DYNAMODB));
  return (await client.send(new ScanCommand({ TableName: String(cloud.outputs['Table']) }))).Items;
};
const invite = async (cloud: LocalCloud, email: string) => {
  await new CognitoIdentityProviderClient(clientOptions(cloud, cloud.endpoints.COGNITO_IDENTITY_PROVIDER)).send(
    new AdminCreateUserCommand({
      UserPoolId: String(cloud.outputs['PoolId']),
      Username: email,
      TemporaryPassword: 'Temporary-1',
      DesiredDeliveryMediums: ['EMAIL'],
    }),
  );
  const mails = await (await fetch(`${cloud.inboxUrl}/messages.json`)).json();
  return (mails as { subject: string; html: string }[])[0];
};

test('allows a function only what its role allows', async () => {
  const [, putResponse, getResponse] = (await invite(sharedCloud, 'anna@store.example'))?.html.split(' | ') ?? [];
  expect(putResponse).toMatch(/^200/);
  expect(getResponse).toMatch(/^400.*AccessDeniedException.*dynamodb:GetItem/);
});

test('rejects a second start on the same folder and leaves the first running', async () => {
  await expect(startCloud('one', { reset: true })).rejects.toThrow(`process ${process.pid}`);
  expect(existsSync(join(folder, 'one', 'aws.env'))).toBe(true);
});

test('keeps data across restarts unless it is reset', async () => {
  const first = await startCloud('three');
  await invite(first, 'anna@store.example');
  await first.stop();
  const second = await startCloud('three');
  expect(await scanItems(second)).toHaveLength(1);
  await second.stop();
  expect(await scanItems(await startCloud('three', { reset: true }))).toEqual([]);
});

test('delays the responses of Cognito and starts a new process for each trigger, if the conditions say so', async () => {
  const cloud = await startCloud('seven', { conditions: { cognitoLatencyMs: 300, hasColdTriggers: true } });
  const startedAt = performance.now();
  const first = await invite(cloud, 'anna@store.example');
  expect(performance.now() - startedAt).toBeGreaterThan(299);
  expect((await invite(cloud, 'ben@store.example'))?.subject).not.toBe(first?.subject);
});

test('names an unsupported resource and leaves nothing running', async () => {
  const unsupportedAssembly = writeTestAssembly('broken', { Queue: { Type: 'AWS::Kinesis::Stream' } });
  await expect(startCloud('five', { assembly: unsupportedAssembly })).rejects.toThrow('Queue (AWS::Kinesis::Stream)');
  await expect(startCloud('five')).resolves.toBeDefined();
});
