import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { route } from '#shared/api/route.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { useUnsavedInput } from '#web/browser/unsaved-input.ts';
import { regionOfEndedSession } from '#web/session/end-session.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { call, readJson, refreshSession } from './api.ts';
import {
  discardPreloadedResponses,
  discardAllButPageData,
  fetchEarly,
  preloadFile,
  storePreloadedResponse,
} from './preloaded-requests.ts';

vi.mock('#web/browser/load-document.ts');

const output = z.object({ value: z.string() });
const region = field.region;
const findThing = route({
  method: 'GET',
  path: '/things/{region}/{id}',
  audience: 'authenticated',
  input: z.strictObject({ region, id: z.string(), limit: z.optional(z.number()), cursor: z.optional(z.string()) }),
  output,
});
const createThing = route({
  method: 'POST',
  path: '/things/{region}',
  audience: 'authenticated',
  input: z.strictObject({ region, name: z.string() }),
  output,
});

const session = buildAuth(['NUK']);
const errorResponse = (status: number, code: string, message = '', details: object = {}) =>
  Response.json({ error: { code, message, ...details } }, { status });
const gatewayResponse = (status: number, message: string) => Response.json({ message }, { status });
const okResponse = () => Response.json({ value: 'yes' });

const fetchMock = vi.fn<typeof fetch>();
const callGet = () => call(findThing, { region: 'nuk', id: '1' });
const calls = () => fetchMock.mock.calls.map(([path, init]) => `${init?.method} ${String(path)}`);

/** Responds to the next calls in order. */
const mockResponses = (...answers: (() => Response)[]) => {
  for (const next of answers) fetchMock.mockImplementationOnce(() => Promise.resolve(next()));
};

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
  history.replaceState(null, '', '/UK/nuk/things');
  sessionStore.signIn('nuk', session);
});

test('reloads once after a firewall challenge, if storage is accessible', async () => {
  const challengeResponse = () => new Response(null, { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } });
  mockResponses(challengeResponse, challengeResponse, challengeResponse);
  const failingStorage = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await expect(call(createThing, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  expect(loadDocument).not.toHaveBeenCalled();
  failingStorage.mockRestore();
  void call(createThing, { region: 'nuk', name: 'x' });
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledWith(location.href));
  await expect(call(createThing, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  expect(loadDocument).toHaveBeenCalledTimes(1);
});

test('sends GET input as path and query, POST input as JSON', async () => {
  mockResponses(okResponse);
  await expect(call(findThing, { region: 'nuk', id: 'a/b', limit: 5 })).resolves.toEqual({ value: 'yes' });
  const [path, init] = fetchMock.mock.calls[0] ?? [];
  expect(path).toBe('/api/things/nuk/a%2Fb?limit=5');
  expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin', headers: { 'x-portal-request': '1' } });
  expect(init?.body).toBeUndefined();
  mockResponses(okResponse, () => Response.json({}));
  await call(createThing, { region: 'nuk', name: 'Ann' });
  await call(auth.logout, { region: 'nuk' });
  const [, first, second] = fetchMock.mock.calls.map(([, sent]) => sent);
  expect(first).toMatchObject({
    method: 'POST',
    body: '{"name":"Ann"}',
    headers: { 'content-type': 'application/json', 'x-portal-request': '1' },
  });
  expect(second?.body).toBeUndefined();
  expect(second?.headers).not.toHaveProperty('content-type');
});

test.each<[string, () => Response, string]>([
  ['a known code', () => errorResponse(403, 'InsufficientAccess'), 'InsufficientAccess'],
  [
    'an unknown code, known message',
    () => errorResponse(400, 'Strange', 'User does not exist'),
    'UserNotFoundException',
  ],
  ['an unknown code and message', () => errorResponse(400, 'Strange', 'What?'), 'OtherAwsError'],
  ['the gateway, body too large', () => gatewayResponse(413, 'Request Too Long'), 'PayloadTooLarge'],
  ['the gateway, throttled', () => gatewayResponse(429, 'Too Many Requests'), 'ServiceUnavailable'],
  ['the gateway, unavailable', () => gatewayResponse(503, 'Service Unavailable'), 'ServiceUnavailable'],
  ['the gateway, anything else', () => gatewayResponse(418, 'Hm'), 'OtherAwsError'],
  ['an unreadable error', () => new Response('<html>', { status: 500 }), 'InternalServerError'],
  ['an outage reported by CloudFront', () => new Response('<html>', { status: 504 }), 'ServiceUnavailable'],
  ['an outage with a known message', () => gatewayResponse(502, 'User does not exist'), 'ServiceUnavailable'],
  ['a response that violates the schema', () => Response.json({ value: 1 }), 'InternalServerError'],
])('throws the matching code for %s', async (_, response, code) => {
  mockResponses(response);
  await expect(callGet()).rejects.toMatchObject({ name: 'AppError', code });
});

test.each([
  ['no network', false, 'Offline'],
  ['a server that does not respond', true, 'NoAnswer'],
])('maps %s to its own code', async (_, isOnline, code) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(callGet()).rejects.toMatchObject({ code });
});

test.each([
  ['from our function', 500, { error: { code: 'InternalServerError', message: '', requestId: 'own=' } }, 'own='],
  ['from the gateway', 500, { message: 'Internal Server Error' }, 'sent='],
  ['from CloudFront during an outage', 503, { message: 'Service Unavailable' }, 'edge='],
])('reports the request id %s', async (_, status, body, requestId) => {
  const headers = { 'apigw-requestid': 'sent=', 'x-amz-cf-id': 'edge=' };
  mockResponses(() => Response.json(body, { status, headers }));
  await expect(callGet()).rejects.toMatchObject({ requestId });
});

test('reports validation problems with their fields', async () => {
  const problems = [{ path: 'name', rule: 'maxLength', length: 40 }];
  mockResponses(() => errorResponse(400, 'InvalidParameterException', '', { problems, requestId: 'r' }));
  await expect(call(createThing, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ problems });
});

test.each(['MissingCookie', 'ExpiredToken'])('refreshes and retries once after %s', async (code) => {
  mockResponses(
    () => errorResponse(401, code),
    () => Response.json(session),
    okResponse,
  );
  await expect(callGet()).resolves.toEqual({ value: 'yes' });
  expect(calls()).toEqual(['GET /api/things/nuk/1', 'POST /api/auth/nuk/refresh-token', 'GET /api/things/nuk/1']);
  expect(loadDocument).not.toHaveBeenCalled();
});

const expiredResponse = () => errorResponse(401, 'ExpiredToken');

test.each([
  ['the refresh is rejected', [() => errorResponse(401, 'MissingCookie'), expiredResponse], 2],
  ['the retry is rejected', [expiredResponse, () => Response.json(session), expiredResponse], 3],
] as const)('redirects to the sign-in page when %s', async (_, answers, count) => {
  mockResponses(...answers);
  await expect(callGet()).rejects.toMatchObject({ code: 'ExpiredToken' });
  expect(calls()).toHaveLength(count);
  expect(sessionStore.get('nuk')).toBeUndefined();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionExpired');
});

test('ends the session in place while a form has input', async () => {
  const { unmount } = renderHook(() => useUnsavedInput(true));
  mockResponses(() => errorResponse(401, 'MissingCookie'), expiredResponse);
  await expect(call(createThing, { region: 'nuk', name: 'Ann' })).rejects.toMatchObject({ code: 'ExpiredToken' });
  expect(regionOfEndedSession.get()).toBe('nuk');
  expect(sessionStore.get('nuk')).toBeUndefined();
  expect(loadDocument).not.toHaveBeenCalled();
  sessionStore.signIn('nuk', session);
  expect(regionOfEndedSession.get()).toBeUndefined();
  unmount();
});

describe('call after another user has signed in', () => {
  const otherUserSession = { ...session, email: 'kim@example.com' };
  const postName = () => call(createThing, { region: 'nuk', name: 'Ann' });
  beforeEach(() => {
    const onOtherUser = vi.fn(() => false).mockReturnValueOnce(true);
    sessionStore.onOtherUser(onOtherUser);
    return () => void onOtherUser.mockReturnValue(false);
  });

  test('rejects when the refresh returns the other user', async () => {
    mockResponses(expiredResponse, () => Response.json(otherUserSession), okResponse);
    await expect(postName()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(calls()).toEqual(['POST /api/things/nuk', 'POST /api/auth/nuk/refresh-token']);
    await expect(postName()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['ended', () => sessionStore.clear('nuk')],
    ['was replaced in another tab', () => localStorage.setItem('session.nuk.until', String(Date.now() + 50_000_000))],
  ])('rejects after the session %s', async (_, change) => {
    change();
    mockResponses(() => Response.json(otherUserSession), okResponse);
    await expect(postName()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(calls()).toEqual(['GET /api/auth/nuk/session']);
  });
});

test('continues once the same user has signed in elsewhere', async () => {
  sessionStore.clear('nuk');
  mockResponses(() => Response.json(session), okResponse);
  await expect(call(createThing, { region: 'nuk', name: 'Ann' })).resolves.toEqual({ value: 'yes' });
  expect(calls()).toEqual(['GET /api/auth/nuk/session', 'POST /api/things/nuk']);
  expect(sessionStore.get('nuk')).toBeDefined();
});

test('keeps a newer session when the retry is rejected', async () => {
  mockResponses(
    expiredResponse,
    () => Response.json(session),
    () => {
      localStorage.setItem('session.nuk.until', String(Date.now() + 50_000_000));
      return expiredResponse();
    },
  );
  await expect(callGet()).rejects.toMatchObject({ code: 'ExpiredToken' });
  expect(sessionStore.get('nuk')).toBeDefined();
  expect(loadDocument).not.toHaveBeenCalled();
});

test('delays sign-in until a pending refresh is done', async () => {
  const queue: Promise<unknown>[] = [];
  const request = vi.fn((_: string, _options: LockOptions, work: () => Promise<unknown>) => {
    const queuedWork = Promise.all(queue).then(work);
    queue.push(queuedWork.catch(() => undefined));
    return queuedWork;
  });
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  let answerRefresh: (answer: Response) => void = () => {};
  fetchMock.mockImplementationOnce(() => new Promise((resolve) => (answerRefresh = resolve)));
  mockResponses(() => Response.json(session));
  const refresh = refreshSession('nuk').catch(() => undefined);
  const signIn = call(auth.login, { region: 'nuk', email: 'a@b.example', password: 'x', captcha: 'x' });
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  expect(calls()).toEqual(['POST /api/auth/nuk/refresh-token']);
  answerRefresh(expiredResponse());
  await Promise.all([refresh, signIn]);
  expect(calls()).toEqual(['POST /api/auth/nuk/refresh-token', 'POST /api/auth/nuk/login']);
  expect(new Set(request.mock.calls.map(([name]) => name))).toEqual(new Set(['session.nuk']));
});

test('keeps the session when the refresh fails to connect', async () => {
  mockResponses(expiredResponse);
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(callGet()).rejects.toMatchObject({ code: 'NoAnswer' });
  expect(sessionStore.get('nuk')).toBeDefined();
  expect(loadDocument).not.toHaveBeenCalled();
});

test('refreshes the session when a role was revoked', async () => {
  const adminRoute = route({ ...findThing, audience: ['admin'] });
  sessionStore.signIn('nuk', buildAuth(['NUK', 'admin']));
  mockResponses(
    () => errorResponse(403, 'InsufficientAccess'),
    () => Response.json(session),
    () => errorResponse(403, 'InsufficientAccess'),
  );
  const callAdminRoute = () => call(adminRoute, { region: 'nuk', id: 'x' });
  await expect(callAdminRoute()).rejects.toMatchObject({ code: 'InsufficientAccess' });
  await waitFor(() => expect(sessionStore.get('nuk')?.userGroups).toEqual(['NUK']));
  // A session that lacks the role already is not refreshed.
  await expect(callAdminRoute()).rejects.toMatchObject({ code: 'InsufficientAccess' });
  expect(fetchMock).toHaveBeenCalledTimes(3);
});

test('refreshes the session when a maintenance refuses a change', async () => {
  const maintenanceUntil = '2099-01-01T03:30:00.000Z';
  mockResponses(
    () => errorResponse(409, 'Maintenance'),
    () => Response.json({ ...session, maintenanceUntil }),
  );
  await expect(call(createThing, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ code: 'Maintenance' });
  await waitFor(() => expect(sessionStore.get('nuk')?.maintenanceUntil).toBe(maintenanceUntil));
  expect(calls().at(-1)).toBe('POST /api/auth/nuk/refresh-token');
});

test('does not refresh after other errors or on routes for anyone', async () => {
  mockResponses(
    () => errorResponse(409, 'RepairRequestExists'),
    () => errorResponse(401, 'NotAuthorizedException'),
  );
  await expect(call(createThing, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ code: 'RepairRequestExists' });
  await expect(
    call(auth.login, { region: 'nuk', email: 'a@b.example', password: 'x', captcha: 'x' }),
  ).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

test('times out with NoAnswer', async () => {
  const timeoutController = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeoutController.signal);
  fetchMock.mockImplementationOnce(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('signal timed out', 'TimeoutError')));
      }),
  );
  const result = expect(callGet()).rejects.toMatchObject({ code: 'NoAnswer' });
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled());
  timeoutController.abort();
  await result;
  expect(timeout.mock.calls).toEqual([[60_000]]);
});

const preloadThing = (options: Partial<Parameters<typeof storePreloadedResponse>[2]> = {}) =>
  storePreloadedResponse('GET', '/api/things/nuk/1', { response: fetchEarly('GET', '/api/things/nuk/1'), ...options });

test('answers the first call with the preloaded response', async () => {
  mockResponses(okResponse);
  preloadThing();
  const [, preloadInit] = fetchMock.mock.calls[0] ?? [];
  await expect(callGet()).resolves.toEqual({ value: 'yes' });
  expect(fetchMock).toHaveBeenCalledTimes(1);
  mockResponses(okResponse);
  await callGet();
  expect(fetchMock).toHaveBeenCalledTimes(2);
  expect(fetchMock.mock.calls[1]?.[1]).toEqual({ ...preloadInit, signal: expect.any(AbortSignal) });
});

test('requests again after a failed or discarded preload', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  preloadFile('/config.json');
  await expect(readJson('/config.json')).rejects.toMatchObject({ code: 'Offline' });
  mockResponses(okResponse);
  await expect(readJson('/config.json')).resolves.toEqual({ value: 'yes' });
  mockResponses(() => Response.json({ value: 'old' }), okResponse);
  preloadThing();
  discardPreloadedResponses();
  await expect(callGet()).resolves.toEqual({ value: 'yes' });
});

test('discardAllButPageData keeps only preloaded data of the page', async () => {
  mockResponses(okResponse, () => Response.json({ value: 'fresh' }));
  preloadThing({ isPageData: true });
  discardAllButPageData();
  await expect(callGet()).resolves.toEqual({ value: 'yes' });
  mockResponses(okResponse);
  preloadThing();
  discardAllButPageData();
  await callGet();
  expect(fetchMock).toHaveBeenCalledTimes(3);
});

test('requests again if a preloaded response may not be used', async () => {
  mockResponses(() => Response.json({ value: 'of another user' }), okResponse);
  preloadThing({ isUsable: () => false });
  await expect(callGet()).resolves.toEqual({ value: 'yes' });
});

test('finds a preloaded response with the parameters in another order, and only for its method', async () => {
  mockResponses(okResponse);
  const response = fetchEarly('GET', '/api/things/nuk/1?cursor=c&limit=5');
  storePreloadedResponse('GET', '/api/things/nuk/1?cursor=c&limit=5', { response });
  await expect(call(findThing, { region: 'nuk', id: '1', limit: 5, cursor: 'c' })).resolves.toEqual({ value: 'yes' });
  expect(fetchMock).toHaveBeenCalledTimes(1);
  storePreloadedResponse('GET', '/api/things/nuk', { response: Promise.resolve(okResponse()) });
  mockResponses(okResponse);
  await call(createThing, { region: 'nuk', name: 'new' });
  expect(fetchMock).toHaveBeenCalledTimes(2);
});
