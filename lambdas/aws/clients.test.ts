import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cognito, dynamoDb, secretsManager, ses, sqs } from './clients.ts';
import { isTransient } from './errors.ts';

/** What a service does before it answers: it is busy, hangs up, or falls silent in the middle. */
type Trouble = 'throttled' | 'hungUp' | 'silent';
let answers: Trouble[] = [];
let asked = 0;

/** How each service says that it is busy. */
const busy = (target = '') => {
  if (target.includes('Cognito')) return 'TooManyRequestsException';
  if (target.includes('SQS')) return 'com.amazonaws.sqs#RequestThrottled';
  if (target.includes('secretsmanager')) return 'ThrottlingException';
  return 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException';
};
const server = createServer((req, res) => {
  asked += 1;
  req.resume().on('end', () => {
    const answer = answers.shift();
    if (answer === 'hungUp') return void req.socket.destroy();
    const body = JSON.stringify(
      answer === 'throttled'
        ? { __type: busy(String(req.headers['x-amz-target'])) }
        : { Item: { id: { S: 'a' } }, MD5OfMessageBody: createHash('md5').update('m').digest('hex') },
    );
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': body.length };
    res.writeHead(answer === 'throttled' ? 400 : 200, headers);
    if (answer === 'silent') return void res.write(body.slice(0, 5));
    res.end(body);
  });
});

const before = { ...process.env };
beforeEach(async () => {
  asked = 0;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
afterEach(async () => {
  process.env = { ...before };
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

const get = () => dynamoDb().send(new GetCommand({ TableName: 'things', Key: { id: 'a' } }));
const times = (count: number, answer: Trouble) => Array.from({ length: count }, () => answer);

describe('DynamoDB is asked again', () => {
  test('four times while it is busy, which it says at once', async () => {
    answers = times(4, 'throttled');
    expect((await get()).Item).toEqual({ id: 'a' });
    expect(asked).toBe(5);
  });

  test('and then no more', async () => {
    answers = times(5, 'throttled');
    await expect(get()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    expect(asked).toBe(5);
  });

  test('twice where it does not answer, so that nobody waits longer than a function may', async () => {
    answers = times(5, 'hungUp');
    await expect(get()).rejects.toThrow('socket hang up');
    expect(asked).toBe(3);
  });
});

test('DynamoDB that falls silent in the middle of an answer is asked again, too', async () => {
  answers = ['silent'];
  expect((await get()).Item).toEqual({ id: 'a' });
  expect(asked).toBe(2);
});

describe.each([
  ['Secrets Manager', () => secretsManager().send(new GetSecretValueCommand({ SecretId: 's' })), 'ThrottlingException'],
  [
    'SQS',
    () => sqs().send(new SendMessageCommand({ QueueUrl: process.env['AWS_ENDPOINT_URL'], MessageBody: 'm' })),
    'RequestThrottled',
  ],
])('%s is asked again', (_, send, name) => {
  test('four times while it is busy', async () => {
    answers = times(4, 'throttled');
    await send();
    expect(asked).toBe(5);
  });

  test('and after that says "later"', async () => {
    answers = times(5, 'throttled');
    const error = await send().then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect([error instanceof Error && error.name, isTransient(error)]).toEqual([name, true]);
  });
});

describe('Cognito is asked again', () => {
  const send = () => cognito().send(new ForgotPasswordCommand({ ClientId: 'c', Username: 'a@b.example' }));

  test('four times while it is busy', async () => {
    answers = times(4, 'throttled');
    await send();
    expect(asked).toBe(5);
  });

  test('never where it may have done what it was asked for', async () => {
    answers = times(2, 'hungUp');
    await expect(send()).rejects.toThrow('socket hang up');
    expect(asked).toBe(1);
  });
});

test('SES is never asked again where it may have sent the email', async () => {
  answers = times(2, 'hungUp');
  const email = new SendEmailCommand({ Content: {} });
  await expect(ses('eu-central-1').send(email)).rejects.toThrow('socket hang up');
  expect(asked).toBe(1);
});
