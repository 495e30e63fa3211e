import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { route } from '#shared/route.ts';
import { auth } from '#shared/routes/auth.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { useUnsavedInput } from '#web/browser/unsaved-input.ts';
import { endedInPlace } from '#web/session/end-session.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { authFor } from '#web/testing/auth.ts';
import { call, readJson, refreshSession } from './api.ts';
import { askApiEarly, askFileEarly, forgetEarly } from './asked-early.ts';

vi.mock('#web/browser/load-document.ts');

const output = z.object({ value: z.string() });
const region = field.region;
const get = route({
  method: 'GET',
  path: '/things/{region}/{id}',
  audience: 'authenticated',
  input: z.strictObject({ region, id: z.string(), limit: z.optional(z.number()), cursor: z.optional(z.string()) }),
  output,
});
const post = route({
  method: 'POST',
  path: '/things/{region}',
  audience: 'authenticated',
  input: z.strictObject({ region, name: z.string() }),
  output,
});

const session = authFor(['NUK']);
const refused = (status: number, code: string, message = '', rest: object = {}) =>
  Response.json({ error: { code, message, ...rest } }, { status });
const gateways = (status: number, message: string) => Response.json({ message }, { status });
const fine = () => Response.json({ value: 'yes' });

const fetching = vi.fn<typeof fetch>();
const ask = () => call(get, { region: 'nuk', id: '1' });
const calls = () => fetching.mock.calls.map(([path, init]) => `${init?.method} ${String(path)}`);

/** Answers one call after the other. */
const answer = (...answers: (() => Response)[]) => {
  for (const next of answers) fetching.mockImplementationOnce(() => Promise.resolve(next()));
};

beforeEach(() => {
  fetching.mockReset();
  vi.stubGlobal('fetch', fetching);
  history.replaceState(null, '', '/UK/nuk/things');
  sessionStore.signIn('nuk', session);
});

test('where the firewall asks whether a browser is there the document is loaded anew, not again at once, and never where nothing can be kept', async () => {
  const challenged = () => new Response(null, { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } });
  answer(challenged, challenged, challenged);
  const refusing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await expect(call(post, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  expect(loadDocument).not.toHaveBeenCalled();
  refusing.mockRestore();
  void call(post, { region: 'nuk', name: 'x' });
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledWith(location.href));
  await expect(call(post, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  expect(loadDocument).toHaveBeenCalledTimes(1);
});

test('a GET carries its path parameters in the path and the rest as query, a POST the rest as JSON, and no body where nothing is left', async () => {
  answer(fine);
  await expect(call(get, { region: 'nuk', id: 'a/b', limit: 5 })).resolves.toEqual({ value: 'yes' });
  const [path, init] = fetching.mock.calls[0] ?? [];
  expect(path).toBe('/api/things/nuk/a%2Fb?limit=5');
  expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin', headers: { 'x-portal-request': '1' } });
  expect(init?.body).toBeUndefined();
  answer(fine, () => Response.json({}));
  await call(post, { region: 'nuk', name: 'Ann' });
  await call(auth.logout, { region: 'nuk' });
  const [, first, second] = fetching.mock.calls.map(([, sent]) => sent);
  expect(first).toMatchObject({
    method: 'POST',
    body: '{"name":"Ann"}',
    headers: { 'content-type': 'application/json', 'x-portal-request': '1' },
  });
  expect(second?.body).toBeUndefined();
  expect(second?.headers).not.toHaveProperty('content-type');
});

test.each<[string, () => Response, string]>([
  ['a known code', () => refused(403, 'InsufficientAccess'), 'InsufficientAccess'],
  ['an unknown code, known message', () => refused(400, 'Strange', 'User does not exist'), 'UserNotFoundException'],
  ['an unknown code and message', () => refused(400, 'Strange', 'What?'), 'OtherAwsError'],
  ['the gateway, body too large', () => gateways(413, 'Request Too Long'), 'PayloadTooLarge'],
  ['the gateway, throttled', () => gateways(429, 'Too Many Requests'), 'ServiceUnavailable'],
  ['the gateway, unavailable', () => gateways(503, 'Service Unavailable'), 'ServiceUnavailable'],
  ['the gateway, anything else', () => gateways(418, 'Hm'), 'OtherAwsError'],
  ['an unreadable error', () => new Response('<html>', { status: 500 }), 'InternalServerError'],
  ['an outage that CloudFront tells', () => new Response('<html>', { status: 504 }), 'ServiceUnavailable'],
  ['an outage, whatever it says', () => gateways(502, 'User does not exist'), 'ServiceUnavailable'],
  ['an answer that is not the route’s', () => Response.json({ value: 1 }), 'InternalServerError'],
])('%s', async (_, response, code) => {
  answer(response);
  await expect(ask()).rejects.toMatchObject({ name: 'AppError', code });
});

test.each([
  ['no network', false, 'Offline'],
  ['a server that nothing comes from', true, 'NoAnswer'],
])('%s has words of its own', async (_, isOnline, code) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(ask()).rejects.toMatchObject({ code });
});

test.each([
  ['our own', 500, { error: { code: 'InternalServerError', message: '', requestId: 'own=' } }, 'own='],
  ['the gateway’s', 500, { message: 'Internal Server Error' }, 'sent='],
  ['of an outage CloudFront’s', 503, { message: 'Service Unavailable' }, 'edge='],
])('the request’s id comes with an error: %s', async (_, status, body, requestId) => {
  const headers = { 'apigw-requestid': 'sent=', 'x-amz-cf-id': 'edge=' };
  answer(() => Response.json(body, { status, headers }));
  await expect(ask()).rejects.toMatchObject({ requestId });
});

test('problems come with their fields', async () => {
  const problems = [{ path: 'name', rule: 'maxLength', length: 40 }];
  answer(() => refused(400, 'InvalidParameterException', '', { problems, requestId: 'r' }));
  await expect(call(post, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ problems });
});

test.each(['MissingCookie', 'ExpiredToken'])('%s: one refresh, one retry', async (code) => {
  answer(
    () => refused(401, code),
    () => Response.json(session),
    fine,
  );
  await expect(ask()).resolves.toEqual({ value: 'yes' });
  expect(calls()).toEqual(['GET /api/things/nuk/1', 'POST /api/auth/nuk/refresh-token', 'GET /api/things/nuk/1']);
  expect(loadDocument).not.toHaveBeenCalled();
});

const expired = () => refused(401, 'ExpiredToken');

test.each([
  ['the refresh is refused', [() => refused(401, 'MissingCookie'), expired], 2],
  ['the retry is refused', [expired, () => Response.json(session), expired], 3],
] as const)('when %s the session ends at the sign-in page, with its message', async (_, answers, count) => {
  answer(...answers);
  await expect(ask()).rejects.toMatchObject({ code: 'ExpiredToken' });
  expect(calls()).toHaveLength(count);
  expect(sessionStore.get('nuk')).toBeUndefined();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionExpired');
});

test('where something is typed the session ends in its place, and the next one makes it go on', async () => {
  const { unmount } = renderHook(() => useUnsavedInput(true));
  answer(() => refused(401, 'MissingCookie'), expired);
  await expect(call(post, { region: 'nuk', name: 'Ann' })).rejects.toMatchObject({ code: 'ExpiredToken' });
  expect(endedInPlace.get()).toBe('nuk');
  expect(sessionStore.get('nuk')).toBeUndefined();
  expect(loadDocument).not.toHaveBeenCalled();
  sessionStore.signIn('nuk', session);
  expect(endedInPlace.get()).toBeUndefined();
  unmount();
});

describe('what is typed under one name is not sent under another', () => {
  const other = { ...session, email: 'kim@example.com' };
  const book = () => call(post, { region: 'nuk', name: 'Ann' });
  beforeEach(() => {
    const stays = vi.fn(() => false).mockReturnValueOnce(true);
    sessionStore.onOtherUser(stays);
    return () => void stays.mockReturnValue(false);
  });

  test('when the renewal shows that somebody else has signed in', async () => {
    answer(expired, () => Response.json(other), fine);
    await expect(book()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(calls()).toEqual(['POST /api/things/nuk', 'POST /api/auth/nuk/refresh-token']);
    await expect(book()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(fetching).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['has ended', () => sessionStore.clear('nuk')],
    ['was replaced in another tab', () => localStorage.setItem('session.nuk.until', String(Date.now() + 50_000_000))],
  ])('after the session %s', async (_, change) => {
    change();
    answer(() => Response.json(other), fine);
    await expect(book()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(calls()).toEqual(['GET /api/auth/nuk/session']);
  });
});

test('a tab whose session is over goes on by itself once the same user has signed in elsewhere', async () => {
  sessionStore.clear('nuk');
  answer(() => Response.json(session), fine);
  await expect(call(post, { region: 'nuk', name: 'Ann' })).resolves.toEqual({ value: 'yes' });
  expect(calls()).toEqual(['GET /api/auth/nuk/session', 'POST /api/things/nuk']);
  expect(sessionStore.get('nuk')).toBeDefined();
});

test('a repeated call that is refused does not end the session that has begun meanwhile', async () => {
  answer(
    expired,
    () => Response.json(session),
    () => {
      localStorage.setItem('session.nuk.until', String(Date.now() + 50_000_000));
      return expired();
    },
  );
  await expect(ask()).rejects.toMatchObject({ code: 'ExpiredToken' });
  expect(sessionStore.get('nuk')).toBeDefined();
  expect(loadDocument).not.toHaveBeenCalled();
});

test('signing in waits for a renewal under way, whose answer would replace its cookies', async () => {
  const queue: Promise<unknown>[] = [];
  const request = vi.fn((_: string, _options: LockOptions, work: () => Promise<unknown>) => {
    const turn = Promise.all(queue).then(work);
    queue.push(turn.catch(() => undefined));
    return turn;
  });
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  let answerRenewal: (answer: Response) => void = () => {};
  fetching.mockImplementationOnce(() => new Promise((resolve) => (answerRenewal = resolve)));
  answer(() => Response.json(session));
  const renewal = refreshSession('nuk').catch(() => undefined);
  const signedIn = call(auth.login, { region: 'nuk', email: 'a@b.example', password: 'x', captcha: 'x' });
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  expect(calls()).toEqual(['POST /api/auth/nuk/refresh-token']);
  answerRenewal(expired());
  await Promise.all([renewal, signedIn]);
  expect(calls()).toEqual(['POST /api/auth/nuk/refresh-token', 'POST /api/auth/nuk/login']);
  expect(new Set(request.mock.calls.map(([name]) => name))).toEqual(new Set(['session.nuk']));
});

test('when the server cannot be asked for a refresh, the user stays and may try again', async () => {
  answer(expired);
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(ask()).rejects.toMatchObject({ code: 'NoAnswer' });
  expect(sessionStore.get('nuk')).toBeDefined();
  expect(loadDocument).not.toHaveBeenCalled();
});

test('where a role has been taken away, the session is asked for anew, and the page follows', async () => {
  const forAdmins = route({ ...get, audience: ['admin'] });
  sessionStore.signIn('nuk', authFor(['NUK', 'admin']));
  answer(
    () => refused(403, 'InsufficientAccess'),
    () => Response.json(session),
    () => refused(403, 'InsufficientAccess'),
  );
  const asked = () => call(forAdmins, { region: 'nuk', id: 'x' });
  await expect(asked()).rejects.toMatchObject({ code: 'InsufficientAccess' });
  await waitFor(() => expect(sessionStore.get('nuk')?.userGroups).toEqual(['NUK']));
  // Whom the page itself would not let in is told, and nothing is asked for again.
  await expect(asked()).rejects.toMatchObject({ code: 'InsufficientAccess' });
  expect(fetching).toHaveBeenCalledTimes(3);
});

test('other errors and open routes never refresh', async () => {
  answer(
    () => refused(409, 'RepairRequestExists'),
    () => refused(401, 'NotAuthorizedException'),
  );
  await expect(call(post, { region: 'nuk', name: 'x' })).rejects.toMatchObject({ code: 'RepairRequestExists' });
  await expect(
    call(auth.login, { region: 'nuk', email: 'a@b.example', password: 'x', captcha: 'x' }),
  ).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  expect(fetching).toHaveBeenCalledTimes(2);
});

test('an answer that no longer can come is waited for no more', async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  fetching.mockImplementationOnce(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('signal timed out', 'TimeoutError')));
      }),
  );
  const asked = expect(ask()).rejects.toMatchObject({ code: 'NoAnswer' });
  await vi.waitFor(() => expect(fetching).toHaveBeenCalled());
  patience.abort();
  await asked;
  expect(timeout.mock.calls).toEqual([[60_000]]);
});

test('what was asked for early answers whoever asks first, in the words that the page itself would have used', async () => {
  answer(fine);
  askApiEarly('/things/nuk/1');
  const [, early] = fetching.mock.calls[0] ?? [];
  await expect(ask()).resolves.toEqual({ value: 'yes' });
  expect(fetching).toHaveBeenCalledTimes(1);
  answer(fine);
  await ask();
  expect(fetching).toHaveBeenCalledTimes(2);
  expect(fetching.mock.calls[1]?.[1]).toEqual({ ...early, signal: expect.any(AbortSignal) });
});

test('what could not be asked for early, or nobody wanted while the document loaded, is said as ever, and asked for anew', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  askFileEarly('/config.json');
  await expect(readJson('/config.json')).rejects.toMatchObject({ code: 'Offline' });
  answer(fine);
  await expect(readJson('/config.json')).resolves.toEqual({ value: 'yes' });
  answer(() => Response.json({ value: 'old' }), fine);
  askApiEarly('/things/nuk/1');
  forgetEarly();
  await expect(ask()).resolves.toEqual({ value: 'yes' });
});
