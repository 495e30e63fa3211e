import { buffer } from 'node:stream/consumers';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { buildClientOptions, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { createFaults, errorResponses } from './faults.ts';
import type { Faults } from './faults.ts';

let serviceUrl: string;
let proxyUrl: string;
let faults: Faults;
/** Host header and body of each call that has reached the service. */
let receivedCalls: { host: string | undefined; body: string }[];
let client: DynamoDBClient;

/** The default timeout is long enough for a response on a busy machine. */
const createClient = (accessKeyId: string, timeoutMs = 15_000) =>
  new DynamoDBClient({
    ...buildClientOptions(proxyUrl, { accessKeyId, secretAccessKey: 'b' }),
    requestHandler: { requestTimeout: timeoutMs, throwOnRequestTimeout: true, socketTimeout: timeoutMs },
  });
const putItem = (sender = client) => sender.send(new PutItemCommand({ TableName: 'things', Item: { id: { S: 'a' } } }));

beforeEach(async () => {
  receivedCalls = [];
  faults = createFaults(() => 0);
  serviceUrl = await serveForTest(async (req, res) => {
    receivedCalls.push({ host: req.headers.host, body: String(await buffer(req)) });
    res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{"Attributes":{"id":{"S":"a"}}}');
  });
  const listener = faults.interceptService('DYNAMODB', serviceUrl);
  proxyUrl = await serveForTest(listener ?? (() => {}));
  client = createClient('ASIAFUNCTION');
});
afterEach(() => client.destroy());

describe('fault proxy', () => {
  test('passes calls and responses on unchanged without faults', async () => {
    expect((await putItem()).Attributes).toEqual({ id: { S: 'a' } });
    expect(receivedCalls).toEqual([{ host: new URL(proxyUrl).host, body: expect.stringContaining('"things"') }]);
  });

  test.each([
    ['throttled', 'ProvisionedThroughputExceededException', 0],
    ['failed', 'InternalServerError', 0],
    ['hanging', 'Timeout', 0],
    ['reset', 'ECONNRESET', 0],
    ['lost', 'socket hang up', 1],
    ['stalled', 'Timeout', 1],
    ['slow', 'Timeout', 1],
  ] as const)('a %s call fails with %s and reaches the service %d times', async (fault, reason, receivedCount) => {
    faults.set('DYNAMODB', { [fault]: 1 });
    const sender = reason === 'Timeout' ? createClient('ASIAFUNCTION', 1500) : client;
    const failure = await putItem(sender).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(String(failure)).toContain(reason);
    expect(receivedCalls).toHaveLength(receivedCount);
    faults.clear();
    await putItem();
    if (sender !== client) sender.destroy();
  });

  test('responds to a slow call if the caller waits long enough', async () => {
    faults.set('DYNAMODB', { slow: 1 });
    expect((await putItem()).Attributes).toEqual({ id: { S: 'a' } });
    expect(receivedCalls).toHaveLength(1);
  });

  test('applies the rate of the called service only', async () => {
    faults.set('DYNAMODB', { throttled: 0 });
    faults.set('SQS', { throttled: 1 });
    await putItem();
    expect(receivedCalls).toHaveLength(1);
  });

  test('applies no faults to the developer key', async () => {
    faults.set('DYNAMODB', { hanging: 1 });
    const developer = createClient('local');
    await putItem(developer);
    developer.destroy();
    expect(receivedCalls).toHaveLength(1);
  });

  test("does not throttle requests for the pool's public keys", async () => {
    const keysUrl = await serveForTest(faults.interceptService('COGNITO_IDENTITY_PROVIDER', serviceUrl) ?? (() => {}));
    faults.set('COGNITO_IDENTITY_PROVIDER', { throttled: 1 });
    const fetchStatus = async (path: string) => (await fetch(keysUrl + path)).status;
    expect([await fetchStatus('/pool/.well-known/jwks.json'), await fetchStatus('/')]).toEqual([200, 400]);
  });

  test('has no proxy for a service without faults', () => {
    expect(faults.interceptService('INBOX', 'http://127.0.0.1:1')).toBeUndefined();
    expect(Object.keys(errorResponses)).not.toContain('INBOX');
  });
});
