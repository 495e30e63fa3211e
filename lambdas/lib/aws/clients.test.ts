import { createHash } from 'node:crypto';
import { ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import type { ServiceFault } from '#lambdas/testing/faulty-service.ts';
import { startFaultyService } from '#lambdas/testing/faulty-service.ts';
import {
  createCognitoClient,
  createDynamoDbClient,
  createSecretsManagerClient,
  createSesClient,
  createSqsClient,
} from './clients.ts';
import { isTransient } from './errors.ts';

/** Returns the throttling error type of each service. */
const toThrottlingError = (target: string) => {
  if (target.includes('Cognito')) return 'TooManyRequestsException';
  if (target.includes('SQS')) return 'com.amazonaws.sqs#RequestThrottled';
  if (target.includes('secretsmanager')) return 'ThrottlingException';
  return 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException';
};
const service = startFaultyService((isThrottled, target) => ({
  status: isThrottled ? 400 : 200,
  type: 'application/x-amz-json-1.0',
  body: JSON.stringify(
    isThrottled
      ? { __type: toThrottlingError(target) }
      : { Item: { id: { S: 'a' } }, MD5OfMessageBody: createHash('md5').update('m').digest('hex') },
  ),
}));

const getItem = () => createDynamoDbClient().send(new GetCommand({ TableName: 'things', Key: { id: 'a' } }));
const repeat = (count: number, fault: ServiceFault) => Array.from({ length: count }, () => fault);

describe('createDynamoDbClient', () => {
  test('retries throttled calls four times', async () => {
    service.faults = repeat(4, 'throttled');
    expect((await getItem()).Item).toEqual({ id: 'a' });
    expect(service.requestCount).toBe(5);
  });

  test('throws after four throttled retries', async () => {
    service.faults = repeat(5, 'throttled');
    await expect(getItem()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    expect(service.requestCount).toBe(5);
  });

  test('retries lost connections twice', async () => {
    service.faults = repeat(5, 'connectionClosed');
    await expect(getItem()).rejects.toThrow('socket hang up');
    expect(service.requestCount).toBe(3);
  });
});

test('the DynamoDB client retries a response that stalls halfway', async () => {
  service.faults = ['stalled'];
  expect((await getItem()).Item).toEqual({ id: 'a' });
  expect(service.requestCount).toBe(2);
});

describe.each([
  [
    'Secrets Manager',
    () => createSecretsManagerClient().send(new GetSecretValueCommand({ SecretId: 's' })),
    'ThrottlingException',
  ],
  [
    'SQS',
    () =>
      createSqsClient().send(new SendMessageCommand({ QueueUrl: process.env['AWS_ENDPOINT_URL'], MessageBody: 'm' })),
    'RequestThrottled',
  ],
])('the client of %s', (_, send, name) => {
  test('retries throttled calls four times', async () => {
    service.faults = repeat(4, 'throttled');
    await send();
    expect(service.requestCount).toBe(5);
  });

  test('throws a transient error after four retries', async () => {
    service.faults = repeat(5, 'throttled');
    const error = await send().then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect([error instanceof Error && error.name, isTransient(error)]).toEqual([name, true]);
  });
});

describe('createCognitoClient', () => {
  const send = () => createCognitoClient().send(new ForgotPasswordCommand({ ClientId: 'c', Username: 'a@b.example' }));

  test('retries throttled calls four times', async () => {
    service.faults = repeat(4, 'throttled');
    await send();
    expect(service.requestCount).toBe(5);
  });

  test('does not retry calls that may have taken effect', async () => {
    service.faults = repeat(2, 'connectionClosed');
    await expect(send()).rejects.toThrow('socket hang up');
    expect(service.requestCount).toBe(1);
  });
});

test('the SES client does not retry an email that may have been sent', async () => {
  service.faults = repeat(2, 'connectionClosed');
  const email = new SendEmailCommand({ Content: {} });
  await expect(createSesClient('eu-central-1').send(email)).rejects.toThrow('socket hang up');
  expect(service.requestCount).toBe(1);
});
