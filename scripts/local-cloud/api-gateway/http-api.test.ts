import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { createHttpApi, matchRoute, parseRouteKey } from './http-api.ts';
import type { ApiOptions } from './http-api.ts';

type Invoke = ApiOptions['functions']['invokeFor'];

const respondOk: Invoke = async () => ({ payload: { statusCode: 200, body: 'fine' } });
/** Result of the function behind the API. */
let reply: Invoke = respondOk;
let load = 1;
let now = Date.parse('2026-11-21T10:15:00Z');
beforeEach(() => {
  reply = respondOk;
  load = 1;
});

const startApi = async ({ isThrottling }: { isThrottling: boolean }) => {
  const api = createHttpApi({
    apiId: 'abc123',
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => new Date(now),
    isThrottling: () => isThrottling,
    warn: () => {},
    timeoutMs: 200,
    getLoad: () => load,
    functions: { invokeFor: (...args) => reply(...args) },
  });
  for (const key of ['POST /login', 'GET /a', 'GET /b', 'PUT /files/{id}']) api.addRoute(key, 'arn:one');
  api.addStage('api', { otherRoutes: { rate: 1, burst: 3 }, routes: { 'POST /login': { rate: 0.5, burst: 2 } } });
  return `${await serveForTest(api.listener)}/api`;
};
const endpoint = await startApi({ isThrottling: false });
const throttledEndpoint = await startApi({ isThrottling: true });

test.each<[string, Invoke, number, string]>([
  [
    'a function that fails',
    async () => ({ error: { errorType: 'Error', errorMessage: 'oops' } }),
    500,
    'Internal Server Error',
  ],
  ['an invalid result', async () => ({ payload: { statusCode: 'many' } }), 500, 'Internal Server Error'],
  [
    'a missing permission to invoke',
    async () => Promise.reject(new Error('no permission')),
    500,
    'Internal Server Error',
  ],
  ['a function that times out', () => new Promise(() => {}), 503, 'Service Unavailable'],
  ['too many concurrent invocations', async () => 'throttled', 503, 'Service Unavailable'],
])('returns a gateway error for %s', async (_, invoke, status, message) => {
  reply = invoke;
  const response = await fetch(`${endpoint}/a`);
  expect([response.status, await response.json()]).toEqual([status, { message }]);
});

test('extends the function timeout on a busy machine', async () => {
  load = 100;
  reply = async (...args) => wait(600, respondOk(...args));
  expect((await fetch(`${endpoint}/a`)).status).toBe(200);
});

test('returns 413 for a body over 10 MB', async () => {
  const response = await fetch(`${endpoint}/files/a`, { method: 'PUT', body: Buffer.alloc(10 * 1024 * 1024 + 1) });
  expect([response.status, await response.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
});

test('returns 431 for headers over 10,240 bytes', async () => {
  const requestStatus = (bytes: number) =>
    new Promise((resolve) => {
      const outgoing = request(`${endpoint}/a`, { headers: { cookie: 'x'.repeat(bytes) } });
      outgoing.on('response', (response) => resolve(response.resume().statusCode)).end();
    });
  expect([await requestStatus(10_000), await requestStatus(10_240)]).toEqual([200, 431]);
});

test('throttles a route with its own limits separately from other routes', async () => {
  const requestAll = async (paths: string) => {
    const statuses: number[] = [];
    for (const path of paths.split(' '))
      statuses.push(
        (await fetch(`${throttledEndpoint}/${path}`, { method: path === 'login' ? 'POST' : 'GET' })).status,
      );
    return statuses;
  };
  expect(await requestAll('login login login')).toEqual([200, 200, 429]);
  expect(await requestAll('a b a b')).toEqual([200, 200, 200, 429]);
  now += 2000;
  expect(await requestAll('login login')).toEqual([200, 429]);
  expect(await requestAll('b a a')).toEqual([200, 200, 429]);
});

describe('matchRoute', () => {
  const routes = ['GET /a/{id}', 'GET /a/b', 'PUT /a/{id}'].map(parseRouteKey);
  test.each([
    ['GET', '/a/b', 'GET /a/b'],
    ['PUT', '/a/b', 'PUT /a/{id}'],
    ['GET', '/a/c/d', undefined],
    ['POST', '/a/c', undefined],
    ['GET', '/a', undefined],
  ])('routes %s %s to %s', (method, path, routeKey) => {
    expect(matchRoute(routes, method, path)?.route.routeKey).toBe(routeKey);
  });

  test('decodes path parameters', () => {
    expect(matchRoute(routes, 'GET', '/a/%C3%A4%2Fb')?.parameters).toEqual({ id: 'ä/b' });
  });

  test.each(['$default', 'ANY /a', 'GET /a/{rest+}'])('rejects %s by name', (routeKey) => {
    expect(() => parseRouteKey(routeKey)).toThrow(routeKey);
  });
});
