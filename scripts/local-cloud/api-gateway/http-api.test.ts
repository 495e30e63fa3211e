import { request as httpRequest } from 'node:http';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { served } from '#scripts/local-cloud/testing/opened.ts';
import { createHttpApi } from './http-api.ts';
import { matchRoute, parseRouteKey } from './routes.ts';

type Reply =
  | { payload: unknown }
  | { error: { errorType: string; errorMessage: string } }
  | 'throttled'
  | 'denied'
  | 'never';

describe('an HTTP API', () => {
  let endpoint: string;
  let reply: Reply = { payload: {} };
  const events: APIGatewayProxyEventV2[] = [];
  const callers: { principal: string; sourceArn: string }[] = [];

  const api = createHttpApi({
    apiId: 'abc123',
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => new Date('2026-11-21T10:15:00Z'),
    warn: () => {},
    timeoutMs: 200,
    functions: {
      invokeFor: async (caller, _, event) => {
        callers.push(caller);
        events.push(event as APIGatewayProxyEventV2);
        if (reply === 'denied') throw Object.assign(new Error('no permission'), { name: 'AccessDeniedException' });
        if (reply === 'never') return new Promise(() => {});
        return reply;
      },
    },
  });
  api.addStage('api');
  api.addIntegration('one', 'arn:one');
  for (const key of ['GET /repairs/{region}', 'POST /auth/{region}/login', 'GET /repairs/latest', 'PUT /files/{id}'])
    api.addRoute(key, 'one');

  const call = (path: string, init?: RequestInit) => fetch(`${endpoint}${path}`, init);

  beforeAll(async () => {
    endpoint = await served(api.listener);
  });
  beforeEach(() => {
    reply = { payload: { statusCode: 200, body: 'fine' } };
    events.length = callers.length = 0;
  });

  test('hands a request over in payload format 2.0', async () => {
    await call('/api/auth/nuk/login?a=1&a=2&b=%C3%A4', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Cookie: 'x=1; y=2',
        'X-Portal-Request': '1',
        'User-Agent': 'test',
      },
      body: '{"email":"ä"}',
    });
    expect(events[0]).toMatchObject({
      version: '2.0',
      routeKey: 'POST /auth/{region}/login',
      rawPath: '/api/auth/nuk/login',
      rawQueryString: 'a=1&a=2&b=%C3%A4',
      cookies: ['x=1', 'y=2'],
      headers: { 'content-type': 'application/json', 'x-portal-request': '1' },
      queryStringParameters: { a: '1,2', b: 'ä' },
      pathParameters: { region: 'nuk' },
      body: '{"email":"ä"}',
      isBase64Encoded: false,
      requestContext: {
        http: {
          method: 'POST',
          path: '/api/auth/nuk/login',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        routeKey: 'POST /auth/{region}/login',
        stage: 'api',
        time: '21/Nov/2026:10:15:00 +0000',
        timeEpoch: Date.parse('2026-11-21T10:15:00Z'),
      },
    });
    expect(events[0]?.headers).not.toHaveProperty('cookie');
    expect(callers[0]).toEqual({
      principal: 'apigateway.amazonaws.com',
      sourceArn: 'arn:aws:execute-api:eu-central-1:000000000000:abc123/api/POST/auth/{region}/login',
    });
  });

  test.each<[string, Reply, number, string]>([
    ['a function that fails', { error: { errorType: 'Error', errorMessage: 'oops' } }, 500, 'Internal Server Error'],
    ['a result that makes no sense', { payload: { statusCode: 'many' } }, 500, 'Internal Server Error'],
    ['no permission to invoke', 'denied', 500, 'Internal Server Error'],
    ['a function that does not end', 'never', 503, 'Service Unavailable'],
    ['too many at once', 'throttled', 503, 'Service Unavailable'],
  ])('%s', async (_, given, status, message) => {
    reply = given;
    const answer = await call('/api/repairs/nuk');
    expect([answer.status, await answer.json()]).toEqual([status, { message }]);
  });

  test('more than 10 MB is too much', async () => {
    const answer = await call('/api/files/a', { method: 'PUT', body: Buffer.alloc(10 * 1024 * 1024 + 1) });
    expect([answer.status, await answer.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  test('more than 10,240 bytes of headers are too many', async () => {
    const status = (bytes: number) =>
      new Promise((resolve) => {
        const sent = httpRequest(
          { port: new URL(endpoint).port, path: '/api/repairs/nuk', headers: { cookie: 'x'.repeat(bytes) } },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          },
        );
        sent.end();
      });
    expect(await status(10_000)).toBe(200);
    expect(await status(10_240)).toBe(431);
  });
});

describe('an HTTP API whose limits hold', () => {
  let endpoint: string;
  let now = Date.parse('2026-11-21T10:15:00Z');
  const api = createHttpApi({
    apiId: 'abc123',
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => new Date(now),
    isThrottling: () => true,
    warn: () => {},
    functions: { invokeFor: async () => ({ payload: { statusCode: 200 } }) },
  });
  api.addIntegration('one', 'arn:one');
  for (const key of ['POST /login', 'GET /a', 'GET /b']) api.addRoute(key, 'one');
  api.addStage('api', { others: { rate: 1, burst: 3 }, routes: { 'POST /login': { rate: 0.5, burst: 2 } } });
  const ask = async (path: string, method = 'GET') => (await fetch(`${endpoint}/api/${path}`, { method })).status;

  beforeAll(async () => {
    endpoint = await served(api.listener);
  });

  test('refuses what is too much of a route with limits of its own, and nothing of the others', async () => {
    expect([await ask('login', 'POST'), await ask('login', 'POST'), await ask('login', 'POST')]).toEqual([
      200, 200, 429,
    ]);
    expect([await ask('a'), await ask('b'), await ask('a'), await ask('b')]).toEqual([200, 200, 200, 429]);
    now += 2000;
    expect([await ask('login', 'POST'), await ask('login', 'POST')]).toEqual([200, 429]);
    expect([await ask('b'), await ask('a'), await ask('a')]).toEqual([200, 200, 429]);
  });
});

describe('route selection', () => {
  const routes = ['GET /a/{id}', 'GET /a/b', 'PUT /a/{id}'].map(parseRouteKey);
  test.each([
    ['GET', '/a/b', 'GET /a/b'],
    ['PUT', '/a/b', 'PUT /a/{id}'],
    ['GET', '/a/c', 'GET /a/{id}'],
    ['GET', '/a/c/d', undefined],
    ['POST', '/a/c', undefined],
    ['GET', '/a', undefined],
  ])('%s %s goes to %s', (method, path, routeKey) => {
    expect(matchRoute(routes, method, path)?.route.routeKey).toBe(routeKey);
  });

  test('parameters are decoded', () => {
    expect(matchRoute(routes, 'GET', '/a/%C3%A4%2Fb')?.parameters).toEqual({ id: 'ä/b' });
  });

  test.each(['$default', 'ANY /a', 'GET /a/{rest+}'])('%s is refused by name', (routeKey) => {
    expect(() => parseRouteKey(routeKey)).toThrow(routeKey);
  });
});
