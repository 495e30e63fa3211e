import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cognito, dynamoDb, ses } from './clients.ts';

/** A DynamoDB that is busy, or hangs up, so many times before it answers. */
let answers: ('throttled' | 'hungUp')[] = [];
let asked = 0;
const server = createServer((req, res) => {
  asked += 1;
  req.resume().on('end', () => {
    const answer = answers.shift();
    if (answer === 'hungUp') return void req.socket.destroy();
    res.writeHead(answer === 'throttled' ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
    res.end(
      JSON.stringify(
        answer === 'throttled'
          ? {
              __type: req.headers['x-amz-target']?.includes('Cognito')
                ? 'TooManyRequestsException'
                : 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
            }
          : { Item: { id: { S: 'a' } } },
      ),
    );
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
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
afterEach(async () => {
  process.env = { ...before };
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

const get = () => dynamoDb().send(new GetCommand({ TableName: 'things', Key: { id: 'a' } }));
const times = (count: number, answer: 'throttled' | 'hungUp') => Array.from({ length: count }, () => answer);

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

describe('Cognito is asked again', () => {
  const send = () => cognito().send(new ForgotPasswordCommand({ ClientId: 'c', Username: 'a@b.example' }));

  test('twice while it is busy', async () => {
    answers = times(2, 'throttled');
    await send();
    expect(asked).toBe(3);
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
