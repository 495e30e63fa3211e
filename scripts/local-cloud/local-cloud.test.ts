import { join } from 'node:path';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { GetItemCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';
import { developerKey } from './iam/iam.ts';
import { startLocalCloud } from './local-cloud.ts';
import type { LocalCloud } from './local-cloud.ts';
import { writeAssembly } from './testing/assembly.ts';

// Signs nothing and parses nothing: only whom it says it is, and what DynamoDB answers, matters here.
const code = `
const call = async (operation, body) => {
  const answer = await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB, { method: 'POST', body: JSON.stringify({ TableName: process.env.TABLE, ...body }), headers: {
    'x-amz-target': 'DynamoDB_20120810.' + operation, 'content-type': 'application/x-amz-json-1.0', 'x-amz-date': '20261121T100000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20261121/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00' } });
  return { status: answer.status, ...(await answer.json()) };
};
export const handler = async ({ headers, pathParameters: { id } }) => ({ statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({
  secret: headers['x-origin-secret'], put: await call('PutItem', { Item: { id: { S: id } } }), read: await call('GetItem', { Key: { id: { S: id } } }) }) });
export const write = async (event) => ({ ...event, response: { emailSubject: 'Hello', emailMessage: '{username} {####} ' + event.request.clientMetadata.site + '/in' } });
export const signed = async (event) => ({ ...event, response: { emailSubject: 'From process ' + process.pid, emailMessage: '{username} {####}' } });
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
  Secret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: { GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true } },
  },
  Role: { Type: 'AWS::IAM::Role', Properties: {} },
  Policy: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      Roles: [{ Ref: 'Role' }],
      PolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: getAtt('Table', 'Arn') }],
      },
    },
  },
  Function: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'code.zip' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: getAtt('Role', 'Arn'),
      Timeout: 5,
      Environment: { Variables: { TABLE: { Ref: 'Table' } } },
    },
  },
  Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
  Integration: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ApiId: { Ref: 'Api' },
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: getAtt('Function', 'Arn'),
      PayloadFormatVersion: '2.0',
    },
  },
  Route: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: 'Api' },
      RouteKey: 'GET /things/{id}',
      Target: { 'Fn::Sub': 'integrations/${Integration}' },
      AuthorizationType: 'NONE',
    },
  },
  Stage: {
    Type: 'AWS::ApiGatewayV2::Stage',
    Properties: { ApiId: { Ref: 'Api' }, StageName: 'api', AutoDeploy: true },
  },
  Permission: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: getAtt('Function', 'Arn'),
      Principal: 'apigateway.amazonaws.com',
      SourceArn: { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/*/*' },
    },
  },
  Distribution: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        Enabled: true,
        DefaultCacheBehavior: { TargetOriginId: 'api', CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad' },
        Origins: [
          {
            Id: 'api',
            DomainName: { 'Fn::Select': [2, { 'Fn::Split': ['/', getAtt('Api', 'ApiEndpoint')] }] },
            OriginCustomHeaders: [
              {
                HeaderName: 'x-origin-secret',
                HeaderValue: { 'Fn::Sub': '{{resolve:secretsmanager:${Secret}:SecretString:::}}' },
              },
            ],
          },
        ],
      },
    },
  },
  Writer: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'code.zip' },
      Handler: 'index.write',
      Runtime: 'nodejs24.x',
      Role: getAtt('Role', 'Arn'),
    },
  },
  Pool: {
    Type: 'AWS::Cognito::UserPool',
    Properties: {
      UsernameAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 10, TemporaryPasswordValidityDays: 7 } },
      LambdaConfig: { CustomMessage: getAtt('Writer', 'Arn') },
    },
  },
  WriterPermission: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: getAtt('Writer', 'Arn'),
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: getAtt('Pool', 'Arn'),
    },
  },
  Alarm: { Type: 'AWS::CloudWatch::Alarm' },
};

const write = (folder: string, Resources: object) =>
  writeAssembly(folder, {
    code,
    resources: Resources,
    outputs: {
      PoolId: { Value: { Ref: 'Pool' } },
      SiteUrl: { Value: { 'Fn::Sub': 'https://${Distribution.DomainName}' } },
    },
    region: 'eu-west-1',
  });

describe('a local cloud from a synthesized app', () => {
  const folder = freshFolder();
  const assembly = write(join(folder, 'cdk.out'), resources);
  const started: LocalCloud[] = [];
  const start = async (name: string, more: object = {}) => {
    const cloud = await startLocalCloud({ stateFolder: join(folder, name), assembly, port: 0, ...more });
    started.push(cloud);
    return cloud;
  };
  let one: LocalCloud;

  beforeAll(async () => {
    one = await start('one');
  });
  afterAll(async () => {
    for (const cloud of started) await cloud.stop();
  });

  const get = async ({ siteUrl }: LocalCloud, path: string) => (await fetch(siteUrl + path)).json();
  const database = ({ endpoints, region }: LocalCloud) =>
    new DynamoDBClient({ endpoint: endpoints.DYNAMODB, region, credentials: developerKey });

  test('answers through the site, the API and the function, down to the table', async () => {
    expect(await get(one, '/api/things/7')).toMatchObject({
      secret: expect.stringMatching(/^[A-Za-z0-9]{40}$/),
      put: { status: 200 },
    });
  });

  test('refuses the function what its role does not allow', async () => {
    expect(await get(one, '/api/things/7')).toMatchObject({
      read: {
        status: 400,
        __type: expect.stringContaining('AccessDeniedException'),
        message: expect.stringContaining('dynamodb:GetItem'),
      },
    });
  });

  test('names the site’s real address in the outputs, and the stack’s region', () => {
    expect([one.outputs['SiteUrl'], one.region]).toEqual([one.siteUrl.replace('http:', 'https:'), 'eu-west-1']);
  });

  const invite = (cloud: LocalCloud, email: string) =>
    new CognitoIdentityProviderClient({
      endpoint: cloud.endpoints.COGNITO_IDENTITY_PROVIDER,
      region: cloud.region,
      credentials: developerKey,
      maxAttempts: 1,
    }).send(
      new AdminCreateUserCommand({
        UserPoolId: String(cloud.outputs['PoolId']),
        Username: email,
        DesiredDeliveryMediums: ['EMAIL'],
        ClientMetadata: { site: String(cloud.outputs['SiteUrl']) },
      }),
    );

  test('sends what the pool’s own function writes to the inbox, with links that work here', async () => {
    await invite(one, 'anna@store.example');
    expect(await (await fetch(`${one.inboxUrl}/messages.json`)).json()).toEqual([
      expect.objectContaining({
        to: 'anna@store.example',
        subject: 'Hello',
        html: expect.stringMatching(new RegExp(`^anna@store\\.example \\S+ ${one.siteUrl}/in$`)),
      }),
    ]);
  });

  test('refuses a second start on the same folder', async () => {
    await expect(start('one')).rejects.toThrow(`process ${process.pid}`);
  });

  test('keeps its data, unless it is to begin anew', async () => {
    const first = await start('three');
    const { secret } = await get(first, '/api/things/kept');
    await first.stop();

    const second = await start('three');
    const [table = ''] = (await database(second).send(new ListTablesCommand({}))).TableNames ?? [];
    expect(
      (await database(second).send(new GetItemCommand({ TableName: table, Key: { id: { S: 'kept' } } }))).Item,
    ).toBeDefined();
    expect(await get(second, '/api/things/x')).toMatchObject({ secret });
    await second.stop();

    const third = await start('three', { reset: true });
    expect(
      (await database(third).send(new GetItemCommand({ TableName: table, Key: { id: { S: 'kept' } } }))).Item,
    ).toBeUndefined();
    expect((await get(third, '/api/things/x')).secret).not.toBe(secret);
  });

  test('under the conditions of AWS Cognito takes its time and its functions start anew', async () => {
    const { Writer } = resources;
    const cloud = await start('seven', {
      assembly: write(join(folder, 'conditions'), {
        ...resources,
        Writer: { ...Writer, Properties: { ...Writer.Properties, Handler: 'index.signed' } },
      }),
      conditions: { cognitoLatencyMs: 300, hasColdTriggers: true },
    });
    const begun = performance.now();
    await invite(cloud, 'anna@store.example');
    expect(performance.now() - begun).toBeGreaterThan(299);
    await invite(cloud, 'ben@store.example');
    const mails = (await (await fetch(`${cloud.inboxUrl}/messages.json`)).json()) as { subject: string }[];
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(2);
  });

  test('a resource that nobody emulates is named, and nothing is left running', async () => {
    const broken = write(join(folder, 'broken'), { ...resources, Queue: { Type: 'AWS::Kinesis::Stream' } });
    await expect(start('five', { assembly: broken })).rejects.toThrow('Queue (AWS::Kinesis::Stream)');
    await expect(start('five')).resolves.toBeDefined();
  });
});
