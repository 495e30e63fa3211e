import { beforeEach, describe, expect, test } from '@jest/globals';
import { now } from '#lambdas/testing/callers.ts';
import { requestTo, send, testSettings } from '#lambdas/testing/request.ts';
import {
  add,
  addMany,
  beginAnew,
  cookies,
  countForDay,
  handler,
  judgedBy,
  post,
  routes,
  state,
  user,
} from '#lambdas/testing/things.ts';
import { AppError } from '#shared/errors.ts';
import { requestHeader } from '#shared/http.ts';
import { serve } from './serve.ts';

beforeEach(beginAnew);

describe('a request on its way to a handler', () => {
  test('arrives, and the answer holds what the route declares and no more', async () => {
    const { statusCode, json, headers } = await post();
    expect(statusCode).toBe(201);
    expect(json).toEqual({ name: 'a' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  test('is judged by the day, and the period for returns, of its region', async () => {
    state.clock = new Date('2026-11-21T23:30:00.000Z');
    for (const region of ['nuk', 'ndach']) await send(handler, requestTo(routes.judge, { region }));
    expect(judgedBy.mock.calls).toEqual([
      [{ today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 }],
      [{ today: '2026-11-22', isAdmin: false, returnPeriodDays: 14 }],
    ]);
  });

  test.each([
    ['isn’t JSON', '{'],
    ['is JSON, and no object', '[1]'],
  ])('with a body that %s is refused', async (_, body) => {
    expect((await post({ body })).json.error?.code).toBe('InvalidParameterException');
    expect(add).not.toHaveBeenCalled();
  });

  test('a refused input names its fields', async () => {
    const { json } = await post({ body: { name: '' } });
    expect(json.error).toEqual({
      code: 'InvalidParameterException',
      message: expect.stringContaining('unexpected values'),
      requestId: 'request-1',
      problems: [{ path: 'name', rule: 'required' }],
    });
  });
});

describe('what a person may do so much of in a day', () => {
  const sendLines = (...many: string[]) => send(handler, requestTo(routes.addMany, { cookies, body: { lines: many } }));

  test('is counted line by line, once the input is right; other routes count nothing', async () => {
    await sendLines('a', 'b', 'c');
    await sendLines('too long for a line');
    await post();
    expect(countForDay.mock.calls).toEqual([['returnLines', { region: 'nuk', sub: 'sub-1' }, 3, now]]);
  });

  test('is refused past it, before the handler', async () => {
    countForDay.mockRejectedValueOnce(new AppError('LimitExceededException'));
    const { statusCode, json } = await sendLines('a');
    expect([statusCode, json.error?.code]).toEqual([429, 'LimitExceededException']);
    expect(addMany).not.toHaveBeenCalled();
  });

  test('cannot be forgotten: without a count the function does not start', () => {
    const collaborators = {
      originSecrets: async () => [],
      authenticate: () => Promise.reject(new Error('nobody is asked')),
    };
    expect(() =>
      serve(
        { list: routes.list, addMany: routes.addMany },
        { list: async () => ({ body: {} }), addMany },
        { ...collaborators, settings: testSettings, now: () => now, log: () => {} },
      ),
    ).toThrow('nothing counts');
  });
});

describe('forgery', () => {
  test('an unsafe request without our header is refused before anybody is asked who calls', async () => {
    const { statusCode, json } = await post({ headers: { [requestHeader.name]: '' }, cookies: [] });
    expect([statusCode, json.error?.code]).toEqual([403, 'InsufficientAccess']);
  });

  test.each([
    ['https://portal.example', 'portal.example', 201],
    ['http://portal.example', 'portal.example', 403],
    ['https://evil.example', 'portal.example', 403],
    ['null', 'portal.example', 403],
    ['', 'portal.example', 403],
    // Without TLS only a machine's own page is trusted.
    ['http://localhost:4100', 'localhost:4100', 201],
    ['http://localhost:4100', 'localhost:4101', 403],
    ['http://localhost.evil.example', 'localhost.evil.example', 403],
  ])(
    'a browser without Fetch Metadata, with the Origin %j, that asks %s is answered %d',
    async (origin, host, status) => {
      const request = requestTo(routes.add, { cookies, body: { name: 'a' } });
      delete request.headers['sec-fetch-site'];
      const headers = { ...request.headers, origin, 'x-viewer-host': host };
      expect((await send(handler, { ...request, headers })).statusCode).toBe(status);
    },
  );

  test('a method override is no method', async () => {
    await send(handler, requestTo(routes.list, { cookies, headers: { 'x-http-method-override': 'POST' } }));
    expect(add).not.toHaveBeenCalled();
  });
});

test('no session lets nobody in', async () => {
  state.rows = { user };
  expect((await post()).json.error?.code).toBe('ExpiredToken');
  expect(add).not.toHaveBeenCalled();
});

describe('when something breaks', () => {
  test('an unexpected error says nothing of itself', async () => {
    add.mockRejectedValueOnce(new Error('anna@store.example is unlucky'));
    const { statusCode, json, body } = await post();
    expect([statusCode, json.error?.code]).toEqual([500, 'InternalServerError']);
    expect(body).not.toContain('unlucky');
  });

  test('throttling after the SDK’s own retries is a clear 503', async () => {
    add.mockRejectedValueOnce(Object.assign(new Error(), { name: 'ProvisionedThroughputExceededException' }));
    expect((await post()).statusCode).toBe(503);
  });
});
