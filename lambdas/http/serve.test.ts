import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import { newSession } from '#lambdas/directory/sessions.ts';
import { now, userWith } from '#lambdas/testing/callers.ts';
import { requestTo, send, testSettings } from '#lambdas/testing/request.ts';
import { AppError } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { requestHeader } from '#shared/http.ts';
import type { RuleContext } from '#shared/route.ts';
import { route } from '#shared/route.ts';
import type { CallerRows } from './caller.ts';
import { authenticate } from './caller.ts';
import type { CountForDay } from './daily-limits.ts';
import { serve } from './serve.ts';

const judgedBy = jest.fn<(context: RuleContext) => void>();

const routes = {
  add: route({
    method: 'POST',
    path: '/things/{region}',
    audience: ['admin', 'register-repairs'],
    status: 201,
    input: z.strictObject({ region: field.region, name: field.requiredLine(10) }),
    output: z.object({ name: z.string() }),
  }),
  list: route({
    method: 'GET',
    path: '/things/{region}',
    audience: 'authenticated',
    input: z.strictObject({ region: field.region, limit: z.optional(z.coerce.number()) }),
    output: z.object({ limit: z.optional(z.number()) }),
  }),
  addMany: route({
    method: 'PUT',
    path: '/things/{region}',
    audience: 'authenticated',
    daily: 'returnLines',
    input: z.strictObject({ region: field.region, lines: z.array(field.requiredLine(10)) }),
    output: z.object({}),
  }),
  judge: route({
    method: 'GET',
    path: '/things/{region}/judged',
    audience: 'anyone',
    input: z.strictObject({ region: field.region }),
    output: z.object({}),
    rules: (_, context) => {
      judgedBy(context);
      return [];
    },
  }),
  signIn: route({
    method: 'POST',
    path: '/things/{region}/sign-in',
    audience: 'anyone',
    input: z.strictObject({ region: field.region, email: field.email }),
    output: z.object({}),
  }),
};

const user = userWith({ groups: ['x-register-repairs', 'x-NUK'] });
const session = newSession('nuk', 'jti-1', 'sub-1', now);
let clock: Date;
let rows: CallerRows;
let lines: string[];
let addressKey: () => Promise<string>;
const countForDay = jest.fn<CountForDay>(async () => undefined);
const addMany = jest.fn(async () => ({ body: {} }));
const add = jest.fn(async ({ name }: { name: string }) => ({
  body: { name, secret: 'not in the output' } as { name: string },
}));

const handler = serve(
  routes,
  {
    add: (input) => add(input),
    addMany: () => addMany(),
    list: async ({ limit }) => ({ body: { limit } }),
    judge: async () => ({ body: {} }),
    signIn: async ({ email }, { setLogSubject }) => {
      if (email !== 'ben@store.example') throw new AppError('NotAuthorizedException');
      setLogSubject('sub-2');
      return { body: {} };
    },
  },
  {
    originSecrets: async () => ['from-our-cloudfront'],
    authenticate: authenticate({
      tokens: {
        verify: async () => ({ sub: 'sub-1', origin_jti: 'jti-1', exp: now.getTime() / 1000 + 60 }),
      },
      rows: async () => rows,
      configuredGroups: ['x-register-repairs', 'x-NUK'],
      adminsNeedSecondFactor: false,
    }),
    countForDay: (...counted) => countForDay(...counted),
    settings: testSettings,
    now: () => clock,
    log: (level, message, fields) => lines.push(JSON.stringify({ level, message, ...fields })),
    addressKey: () => addressKey(),
  },
);

const cookies = ['__Host-access-nuk=token-of-nuk'];
const post = (change: Parameters<typeof requestTo>[1] = {}) =>
  send(handler, requestTo(routes.add, { cookies, body: { name: 'a' }, ...change }));

beforeEach(() => {
  clock = now;
  rows = { user, session };
  lines = [];
  addressKey = async () => 'key-of-tests';
  add.mockClear();
  countForDay.mockReset();
  addMany.mockClear();
});

describe('a request on its way to a handler', () => {
  test('arrives, and the answer holds what the route declares and no more', async () => {
    const { statusCode, json, headers } = await post();
    expect(statusCode).toBe(201);
    expect(json).toEqual({ name: 'a' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  test('is judged by the day, and the period for returns, of its region', async () => {
    clock = new Date('2026-11-21T23:30:00.000Z');
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
    countForDay.mockRejectedValue(new AppError('LimitExceededException'));
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
        { addMany: routes.addMany },
        { addMany },
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

test.each([
  ['no session', { user }, 'ExpiredToken'],
  ['one past its twelve hours', { user, session: { ...session, expiresAt: now.getTime() / 1000 } }, 'ExpiredToken'],
  [
    'one from before the last password',
    { user: { ...user, validAfter: new Date(now.getTime() + 1).toISOString() }, session },
    'ExpiredToken',
  ],
  [
    'one without the region’s group',
    { user: { ...user, groups: ['x-register-repairs'] }, session },
    'InsufficientAccess',
  ],
])('%s lets nobody in', async (_, found, code) => {
  rows = found;
  expect((await post()).json.error?.code).toBe(code);
  expect(add).not.toHaveBeenCalled();
});

describe('the line of a request', () => {
  const lineOf = () => JSON.parse(lines.find((line) => line.includes('"request"')) ?? '{}') as Record<string, unknown>;
  const cloudFrontId = 'nBkmMtW0l2Cg7cRwjtCYw3nVOdtl8fDXfJKj2Zht2ktjmpBTCRK4Iw==';

  test('says whose store it was, under which ids AWS knows it, and how it ended', async () => {
    await post({
      headers: {
        'x-amz-cf-id': cloudFrontId,
        'x-amzn-trace-id': 'Self=1-67891234-12456789abcdef012345678;Root=1-67891233-abcdef012345678912345678',
      },
    });
    expect(lineOf()).toEqual({
      level: 'info',
      message: 'request',
      requestId: 'request-1',
      route: 'POST /things/{region}',
      status: 201,
      durationMs: 0,
      region: 'nuk',
      store: 'UK-1',
      sub: 'sub-1',
      cloudFrontId,
      traceId: '1-67891233-abcdef012345678912345678',
    });
  });

  test('holds no id that AWS does not give', async () => {
    const forged = { 'x-amz-cf-id': 'anna@store.example', 'x-amzn-trace-id': 'Root=canary' };
    await post({ headers: forged });
    expect(lineOf()).not.toHaveProperty('cloudFrontId');
    expect(lineOf()).not.toHaveProperty('traceId');
  });

  test('names the fields that failed and their rules, and no field that somebody made up', async () => {
    await post({ body: { name: '', 'canary-field': 'x' } });
    expect(lineOf()).toMatchObject({
      store: 'UK-1',
      code: 'InvalidParameterException',
      problems: 'name:required ?:pattern',
    });
  });

  const signIn = async (email: string) => {
    lines = [];
    await send(handler, requestTo(routes.signIn, { body: { email } }));
    return lineOf();
  };

  test('of whoever was refused names the address by a hash: the same for the same address, another with another key', async () => {
    const refused = await signIn('anna@store.example');
    // printf 'nuk#anna@store.example' | openssl dgst -sha256 -hmac key-of-tests | cut -c1-24
    expect(refused).toMatchObject({ status: 401, address: 'f72120d02f3fa1dca6428a9e' });
    expect((await signIn(' Anna@Store.example ')).address).toBe(refused.address);
    expect((await signIn('cleo@store.example')).address).not.toBe(refused.address);
    addressKey = async () => 'another key';
    expect((await signIn('anna@store.example')).address).not.toBe(refused.address);
  });

  test('of whoever got in names the user, and no address', async () => {
    const line = await signIn('ben@store.example');
    expect(line).toMatchObject({ status: 200, sub: 'sub-2' });
    expect(line).not.toHaveProperty('address');
  });

  test('is written without an address while its key cannot be read, and the answer is the same', async () => {
    addressKey = () => Promise.reject(new Error('no key'));
    const line = await signIn('anna@store.example');
    expect(line).toMatchObject({ status: 401, code: 'NotAuthorizedException' });
    expect(line).not.toHaveProperty('address');
  });
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

  test('no log line holds what a user sent', async () => {
    add.mockRejectedValueOnce(new Error('canary-name broke it'));
    await post({ body: { name: 'canary' } });
    await post({ body: { name: 'canary', 'canary-field': 'canary' } });
    await post({ headers: { 'x-amz-cf-id': 'canary', 'x-amzn-trace-id': 'canary', 'user-agent': 'canary' } });
    for (const email of ['canary@store.example', 'ben@store.example'])
      await send(handler, requestTo(routes.signIn, { body: { email } }));
    expect(lines.length).toBeGreaterThanOrEqual(6);
    expect(lines.join('\n')).not.toMatch(/canary|token-of|anna@|ben@|from-our-cloudfront|key-of-tests/);
  });
});
