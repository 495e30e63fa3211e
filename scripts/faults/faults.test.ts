import { buffer } from 'node:stream/consumers';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { reaching, served } from '../local-cloud/testing/opened.ts';
import { createFaults, refusals } from './faults.ts';
import type { Faults } from './faults.ts';

let behind: string;
let front: string;
let faults: Faults;
/** What has reached the service: Host and body. */
let done: { host: string | undefined; body: string }[];
let client: DynamoDBClient;

/** However busy the machine is, an answer that comes arrives within `waitsMs`. */
const clientOf = (accessKeyId: string, waitsMs = 15_000) =>
  new DynamoDBClient({
    ...reaching(front, { accessKeyId, secretAccessKey: 'b' }),
    requestHandler: { requestTimeout: waitsMs, throwOnRequestTimeout: true, socketTimeout: waitsMs },
  });
const put = (from = client) => from.send(new PutItemCommand({ TableName: 'things', Item: { id: { S: 'a' } } }));

beforeEach(async () => {
  [done, faults] = [[], createFaults(() => 0)];
  behind = await served(async (req, res) => {
    done.push({ host: req.headers.host, body: String(await buffer(req)) });
    res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{"Attributes":{"id":{"S":"a"}}}');
  });
  const listener = faults.before('DYNAMODB', behind);
  front = await served(listener ?? (() => {}));
  client = clientOf('ASIAFUNCTION');
});
afterEach(() => client.destroy());

describe('in between', () => {
  test('fair rates passes calls and answers on as they are', async () => {
    expect((await put()).Attributes).toEqual({ id: { S: 'a' } });
    expect(done).toEqual([{ host: new URL(front).host, body: expect.stringContaining('"things"') }]);
  });

  test.each([
    ['throttled', 'ProvisionedThroughputExceededException', 0],
    ['failed', 'InternalServerError', 0],
    ['hanging', 'Timeout', 0],
    ['reset', 'ECONNRESET', 0],
    ['lost', 'socket hang up', 1],
    ['stalled', 'Timeout', 1],
    ['slow', 'Timeout', 1],
  ] as const)('a call that is %s fails (%s), and has reached the service %d times', async (fault, why, times) => {
    faults.set('DYNAMODB', { [fault]: 1 });
    const sender = why === 'Timeout' ? clientOf('ASIAFUNCTION', 1500) : client;
    const error = await put(sender).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).toContain(why);
    expect(done).toHaveLength(times);
    faults.clear();
    await put();
    if (sender !== client) sender.destroy();
  });

  test('answers a slow call in the end, to a caller who waits', async () => {
    faults.set('DYNAMODB', { slow: 1 });
    expect((await put()).Attributes).toEqual({ id: { S: 'a' } });
    expect(done).toHaveLength(1);
  });

  test('a share of the calls is met, and of no other service', async () => {
    faults.set('DYNAMODB', { throttled: 0 });
    faults.set('SQS', { throttled: 1 });
    await put();
    expect(done).toHaveLength(1);
  });

  test('whoever looks after what happened is met by no rates', async () => {
    faults.set('DYNAMODB', { hanging: 1 });
    const developer = clientOf('local');
    await put(developer);
    developer.destroy();
    expect(done).toHaveLength(1);
  });

  test('the keys of a pool are not throttled', async () => {
    const keys = await served(faults.before('COGNITO_IDENTITY_PROVIDER', behind) ?? (() => {}));
    faults.set('COGNITO_IDENTITY_PROVIDER', { throttled: 1 });
    const statusOf = async (path: string) => (await fetch(keys + path)).status;
    expect([await statusOf('/pool/.well-known/jwks.json'), await statusOf('/')]).toEqual([200, 400]);
  });

  test('nothing stands before what has no rates', () => {
    expect(faults.before('INBOX', 'http://127.0.0.1:1')).toBeUndefined();
    expect(Object.keys(refusals)).not.toContain('INBOX');
  });
});
