import { beforeEach, describe, expect, test } from '@jest/globals';
import { now } from '#lambdas/testing/callers.ts';
import { buildRequest, send, testSettings } from '#lambdas/testing/request.ts';
import {
  add,
  addMany,
  resetState,
  cookies,
  countForDay,
  handler,
  recordRuleContext,
  post,
  routes,
  state,
  user,
} from '#lambdas/testing/serve-fixture.ts';
import { AppError } from '#shared/api/errors.ts';
import { originSecretHeader, requestHeader } from '#shared/api/headers.ts';
import { serve } from './serve.ts';

beforeEach(resetState);

describe('serve', () => {
  test('returns only the output that the route declares', async () => {
    const { statusCode, json, headers } = await post();
    expect(statusCode).toBe(201);
    expect(json).toEqual({ name: 'a' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  test('validates the input with the region’s date and return period', async () => {
    state.now = new Date('2026-11-21T23:30:00.000Z');
    for (const region of ['nuk', 'ndach']) await send(handler, buildRequest(routes.getWithRules, { region }));
    expect(recordRuleContext.mock.calls).toEqual([
      [{ today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 }],
      [{ today: '2026-11-22', isAdmin: false, returnPeriodDays: 14 }],
    ]);
  });

  test.each([
    ['isn’t JSON', '{'],
    ['isn’t a JSON object', '[1]'],
  ])('rejects a body that %s', async (_, body) => {
    expect((await post({ body })).json.error?.code).toBe('InvalidParameterException');
    expect(add).not.toHaveBeenCalled();
  });

  test('returns the invalid fields', async () => {
    const { json } = await post({ body: { name: '' } });
    expect(json.error).toEqual({
      code: 'InvalidParameterException',
      message: expect.stringContaining('unexpected values'),
      requestId: 'request-1',
      problems: [{ path: 'name', rule: 'required' }],
    });
  });
});

describe('the daily limit', () => {
  const sendLines = (...values: string[]) =>
    send(handler, buildRequest(routes.addMany, { cookies, body: { lines: values } }));

  test('counts the lines of valid input on limited routes only', async () => {
    await sendLines('a', 'b', 'c');
    await sendLines('too long for a line');
    await post();
    expect(countForDay.mock.calls).toEqual([['returnLines', { region: 'nuk', sub: 'sub-1' }, 3, now]]);
  });

  test('returns 429 before the handler runs when exceeded', async () => {
    countForDay.mockRejectedValueOnce(new AppError('LimitExceededException'));
    const { statusCode, json } = await sendLines('a');
    expect([statusCode, json.error?.code]).toEqual([429, 'LimitExceededException']);
    expect(addMany).not.toHaveBeenCalled();
  });

  test('throws at startup if a route has a daily limit and no counter is given', () => {
    const collaborators = {
      originSecrets: async () => [],
      authenticate: () => Promise.reject(new Error('must not be called')),
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

describe('a one-click request', () => {
  const sendForm = (contentType: string, change: Parameters<typeof buildRequest>[1] = {}) =>
    send(
      handler,
      buildRequest(routes.unsubscribe, {
        body: 'List-Unsubscribe=One-Click',
        queryStringParameters: { name: 'a' },
        ...change,
        headers: {
          'content-type': contentType,
          'sec-fetch-site': 'cross-site',
          [requestHeader.name]: '',
          ...change.headers,
        },
      }),
    );

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is accepted cross-site as %s, with its input in the query',
    async (type) => expect(await sendForm(type)).toMatchObject({ statusCode: 200, json: { name: 'a' } }),
  );

  test.each(['application/json', 'text/plain', ''])('is rejected as %j', async (type) =>
    expect((await sendForm(type)).json.error?.code).toBe('UnsupportedMediaType'),
  );

  test('is rejected if it bypasses CloudFront, or its query is incomplete', async () => {
    const form = 'application/x-www-form-urlencoded';
    expect((await sendForm(form, { headers: { [originSecretHeader]: '' } })).statusCode).toBe(403);
    expect((await sendForm(form, { queryStringParameters: {} })).statusCode).toBe(400);
  });

  test('is the only request that may be a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post({ body: 'name=a', headers })).json.error?.code).toBe('UnsupportedMediaType');
  });
});

describe('cross-site requests', () => {
  test('returns 403 before authentication without the request header', async () => {
    const { statusCode, json } = await post({ headers: { [requestHeader.name]: '' }, cookies: [] });
    expect([statusCode, json.error?.code]).toEqual([403, 'InsufficientAccess']);
  });

  test.each([
    ['https://portal.example', 'portal.example', 201],
    ['http://portal.example', 'portal.example', 403],
    ['https://evil.example', 'portal.example', 403],
    ['null', 'portal.example', 403],
    ['', 'portal.example', 403],
    // Without TLS only loopback origins are trusted.
    ['http://localhost:4100', 'localhost:4100', 201],
    ['http://localhost:4100', 'localhost:4101', 403],
    ['http://localhost.evil.example', 'localhost.evil.example', 403],
  ])('without Fetch Metadata, Origin %j and host %s return %d', async (origin, host, status) => {
    const request = buildRequest(routes.add, { cookies, body: { name: 'a' } });
    delete request.headers['sec-fetch-site'];
    const headers = { ...request.headers, origin, 'x-viewer-host': host };
    expect((await send(handler, { ...request, headers })).statusCode).toBe(status);
  });

  test('ignores the method override header', async () => {
    await send(handler, buildRequest(routes.list, { cookies, headers: { 'x-http-method-override': 'POST' } }));
    expect(add).not.toHaveBeenCalled();
  });
});

describe('maintenance', () => {
  const until = '2026-11-20T03:30:00.000Z';

  test('refuses changes of signed-in callers before the handler runs', async () => {
    state.rows = { ...state.rows, maintenanceUntil: until };
    expect(await post()).toMatchObject({ statusCode: 409, json: { error: { code: 'Maintenance' } } });
    expect(add).not.toHaveBeenCalled();
    const lines = buildRequest(routes.addMany, { cookies, body: { lines: ['a'] } });
    expect(await send(handler, lines)).toMatchObject({ statusCode: 409 });
    expect([addMany, countForDay].map(({ mock }) => mock.calls)).toEqual([[], []]);
  });

  test('lets callers read, revoke rights and sign in', async () => {
    state.rows = { ...state.rows, maintenanceUntil: until };
    expect(await send(handler, buildRequest(routes.revoke, { cookies }))).toMatchObject({ statusCode: 200 });
    expect(await send(handler, buildRequest(routes.list, { cookies }))).toMatchObject({ statusCode: 200 });
    const signIn = buildRequest(routes.signIn, { body: { email: 'ben@store.example' } });
    expect(await send(handler, signIn)).toMatchObject({ statusCode: 200 });
  });
});

test('returns ExpiredToken without a session row', async () => {
  state.rows = { user };
  expect((await post()).json.error?.code).toBe('ExpiredToken');
  expect(add).not.toHaveBeenCalled();
});

describe('errors', () => {
  test('hides the message of an unexpected error', async () => {
    add.mockRejectedValueOnce(new Error('anna@store.example is unlucky'));
    const { statusCode, json, body } = await post();
    expect([statusCode, json.error?.code]).toEqual([500, 'InternalServerError']);
    expect(body).not.toContain('unlucky');
  });

  test('returns 503 for throttling after the SDK’s retries', async () => {
    add.mockRejectedValueOnce(Object.assign(new Error(), { name: 'ProvisionedThroughputExceededException' }));
    expect((await post()).statusCode).toBe(503);
  });
});
