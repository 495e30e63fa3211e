import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { served } from '#scripts/local-cloud/testing/opened.ts';
import { createHttpApi, matchRoute, parseRouteKey } from './http-api.ts';
import type { ApiOptions } from './http-api.ts';

type Invoke = ApiOptions['functions']['invokeFor'];

const fine: Invoke = async () => ({ payload: { statusCode: 200, body: 'fine' } });
let reply: Invoke = fine;
let load = 1;
let now = Date.parse('2026-11-21T10:15:00Z');
beforeEach(() => {
  reply = fine;
  load = 1;
});

const open = async (isThrottling: boolean) => {
  const api = createHttpApi({
    apiId: 'abc123',
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => new Date(now),
    isThrottling: () => isThrottling,
    warn: () => {},
    timeoutMs: 200,
    load: () => load,
    functions: { invokeFor: (...args) => reply(...args) },
  });
  for (const key of ['POST /login', 'GET /a', 'GET /b', 'PUT /files/{id}']) api.addRoute(key, 'arn:one');
  api.addStage('api', { others: { rate: 1, burst: 3 }, routes: { 'POST /login': { rate: 0.5, burst: 2 } } });
  return `${await served(api.listener)}/api`;
};
const [endpoint, throttled] = [await open(false), await open(true)];

test.each<[string, Invoke, number, string]>([
  [
    'a function that fails',
    async () => ({ error: { errorType: 'Error', errorMessage: 'oops' } }),
    500,
    'Internal Server Error',
  ],
  ['a result that makes no sense', async () => ({ payload: { statusCode: 'many' } }), 500, 'Internal Server Error'],
  ['no permission to invoke', async () => Promise.reject(new Error('no permission')), 500, 'Internal Server Error'],
  ['a function that does not end', () => new Promise(() => {}), 503, 'Service Unavailable'],
  ['too many at once', async () => 'throttled', 503, 'Service Unavailable'],
])('%s', async (_, given, status, message) => {
  reply = given;
  const answer = await fetch(`${endpoint}/a`);
  expect([answer.status, await answer.json()]).toEqual([status, { message }]);
});

test('waits longer for a function on a busy machine', async () => {
  load = 100;
  reply = async (...args) => wait(600, fine(...args));
  expect((await fetch(`${endpoint}/a`)).status).toBe(200);
});

test('more than 10 MB is too much', async () => {
  const answer = await fetch(`${endpoint}/files/a`, { method: 'PUT', body: Buffer.alloc(10 * 1024 * 1024 + 1) });
  expect([answer.status, await answer.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
});

test('more than 10,240 bytes of headers are too many', async () => {
  const status = (bytes: number) =>
    new Promise((resolve) => {
      const sent = request(`${endpoint}/a`, { headers: { cookie: 'x'.repeat(bytes) } });
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).end();
    });
  expect([await status(10_000), await status(10_240)]).toEqual([200, 431]);
});

test('where limits hold, a route with limits of its own is refused what is too much, and nothing of the others', async () => {
  const ask = async (paths: string) => {
    const statuses: number[] = [];
    for (const path of paths.split(' '))
      statuses.push((await fetch(`${throttled}/${path}`, { method: path === 'login' ? 'POST' : 'GET' })).status);
    return statuses;
  };
  expect(await ask('login login login')).toEqual([200, 200, 429]);
  expect(await ask('a b a b')).toEqual([200, 200, 200, 429]);
  now += 2000;
  expect(await ask('login login')).toEqual([200, 429]);
  expect(await ask('b a a')).toEqual([200, 200, 429]);
});

describe('route selection', () => {
  const routes = ['GET /a/{id}', 'GET /a/b', 'PUT /a/{id}'].map(parseRouteKey);
  test.each([
    ['GET', '/a/b', 'GET /a/b'],
    ['PUT', '/a/b', 'PUT /a/{id}'],
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
