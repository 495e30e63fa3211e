import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as cloudFormation from '@aws-sdk/client-cloudformation';
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as dynamoDb from '@aws-sdk/client-dynamodb';
import * as eventBridge from '@aws-sdk/client-eventbridge';
import * as s3 from '@aws-sdk/client-s3';
import * as secretsManager from '@aws-sdk/client-secrets-manager';
import * as ses from '@aws-sdk/client-sesv2';
import * as sqs from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Endpoint, LocalCloud } from '../local-cloud/local-cloud.ts';
import { startLocalCloud } from '../local-cloud/local-cloud.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { writeAssembly } from '../local-cloud/testing/assembly.ts';
import { commandLine, exampleEnvironment, examples } from './examples.ts';
import type { Example } from './examples.ts';

const sdk: Record<Example['service'], object> = {
  DYNAMODB: dynamoDb,
  COGNITO_IDENTITY_PROVIDER: cognito,
  S3: s3,
  SECRETS_MANAGER: secretsManager,
  SQS: sqs,
  EVENTBRIDGE: eventBridge,
  SESV2: ses,
  CLOUDFORMATION: cloudFormation,
};

const resources = {
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      TableName: 'repairs',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    },
  },
  Pool: { Type: 'AWS::Cognito::UserPool', Properties: { UserPoolName: 'staff', UsernameAttributes: ['email'] } },
  Bucket: { Type: 'AWS::S3::Bucket', Properties: {} },
  Secret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: { GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true } },
  },
  Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'lost' } },
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'shop' } },
};

/** What the answer to a service's example shows of these resources. */
const shown: Record<Example['service'], string> = {
  DYNAMODB: 'repairs',
  COGNITO_IDENTITY_PROVIDER: 'staff',
  S3: '',
  SECRETS_MANAGER: 'SecretString',
  SQS: '/lost',
  EVENTBRIDGE: 'EventId',
  SESV2: 'MessageId',
  CLOUDFORMATION: 'CREATE_COMPLETE',
};

const names = examples({ bucketNames: [], secretNames: [] }).map(({ service }) => service);
const hasCli = spawnSync('aws', ['--version'], { stdio: 'ignore' }).status === 0;

describe('the calls that npm start names', () => {
  const folder = temporaryFolder();
  let cloud: LocalCloud;
  const before = { ...process.env };

  beforeAll(async () => {
    cloud = await startLocalCloud({
      stateFolder: join(folder.path, 'state'),
      assembly: writeAssembly(join(folder.path, 'cdk.out'), { code: '', resources, outputs: { Name: { Value: 'x' } } }),
      port: 0,
    });
  });
  afterAll(async () => {
    await cloud.stop();
    folder.remove();
  });

  /** The variables that are printed, and nothing else of AWS. */
  const printed = () =>
    Object.fromEntries(
      [...exampleEnvironment(cloud.region).matchAll(/(AWS_\w+)=(\S+)/g)].map(([, key = '', value]) => [key, value]),
    );
  const exampleOf = (service: Endpoint) => {
    const example = examples(cloud).find((candidate) => candidate.service === service);
    if (!example) throw new Error(`${service} has no example`);
    return example;
  };

  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    Object.assign(process.env, printed());
  });
  afterEach(() => {
    for (const name of Object.keys(printed())) delete process.env[name];
    Object.assign(process.env, before);
  });

  test('are one for each service but backups, which an app may not have', () => {
    expect([...names].sort()).toEqual(
      Object.keys(cloud.endpoints)
        .filter((name) => name !== 'BACKUP')
        .sort(),
    );
  });

  test.each(names)('work with the SDK: %s', async (service) => {
    const { operation, input } = exampleOf(service);
    type Constructor = new (input: object) => { send: (command: unknown) => Promise<object>; destroy: () => void };
    const classes = Object.entries(sdk[service]) as [string, Constructor][];
    const [, Client] = classes.find(([name]) => /^[A-Z]\w+Client$/.test(name)) ?? [];
    const [, Command] = classes.find(([name]) => name === `${operation}Command`) ?? [];
    if (!Client || !Command) throw new Error(`The SDK has no ${operation}`);
    const client = new Client({ endpoint: cloud.endpoints[service], maxAttempts: 1 });
    expect(JSON.stringify(await client.send(new Command(input)))).toContain(shown[service]);
    client.destroy();
  });

  // Where the AWS CLI isn't installed there is nothing to be tried.
  if (hasCli)
    test.each(names)('work with the AWS CLI: %s', async (service) => {
      // As a shell would, from what is printed to the last letter.
      const line = `${exampleEnvironment(cloud.region)}\n${commandLine(exampleOf(service), cloud.endpoints)}`;
      const home = { PATH: process.env['PATH'], HOME: folder.path };
      const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: home });
      expect(stdout).toContain(shown[service]);
    });
});
