import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/api/errors.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { withCrossTabLock } from './cookie-lock.ts';
import type { RunWithLock } from './cookie-lock.ts';
import { createLoadSession, createRefresh } from './refresh.ts';
import { createSessionStore } from './session-store.ts';

const auth = buildAuth(['NUK'], Date.parse('2026-11-02T09:10:00.000Z'));
const newerAuth = buildAuth(['NUK'], Date.parse('2026-11-02T09:20:00.000Z'));
const runUnlocked: RunWithLock = (_, work) => work();
const createSignedInStore = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const store = createSessionStore();
  store.signIn('nuk', auth);
  return store;
};

test('refreshes once for concurrent calls, separately per region', async () => {
  const store = createSignedInStore();
  store.signIn('nfr', auth);
  const requestSession = vi.fn(() => Promise.resolve(newerAuth));
  const refresh = createRefresh({ requestSession, store, withLock: runUnlocked });
  await Promise.all([...Array.from({ length: 20 }, () => refresh('nuk')), refresh('nfr')]);
  expect(requestSession.mock.calls).toEqual([['nuk'], ['nfr']]);
  expect(store.get('nuk')?.jwt_expired).toBe(newerAuth.jwt_expired);
  await refresh('nuk');
  expect(requestSession).toHaveBeenCalledTimes(3);
});

test('skips the refresh if another tab has refreshed', async () => {
  const store = createSignedInStore();
  const requestSession = vi.fn(() => Promise.resolve(newerAuth));
  const runAfterOtherTab: RunWithLock = (_, work) => {
    store.applyRefresh('nuk', newerAuth);
    return work();
  };
  await createRefresh({ requestSession, store, withLock: runAfterOtherTab })('nuk');
  expect(requestSession).not.toHaveBeenCalled();
});

test.each<[string, LockManager['request']]>([
  ['locks are denied', () => Promise.reject(new DOMException('', 'SecurityError'))],
  ['the work fails', (_: string, work: unknown) => (work as () => Promise<never>)()],
])('withCrossTabLock runs the work once when %s', async (_, request) => {
  vi.stubGlobal('navigator', {
    locks: { request: (name: string, _options: object, work: never) => request(name, work) },
  });
  const work = vi.fn(() => Promise.reject(new AppError('MissingCookie')));
  await expect(withCrossTabLock('x', work)).rejects.toThrow('MissingCookie');
  expect(work).toHaveBeenCalledTimes(1);
});

test('ends the session on a 401', async () => {
  const store = createSignedInStore();
  const refresh = createRefresh({
    requestSession: () => Promise.reject(new AppError('ExpiredToken')),
    store,
    withLock: runUnlocked,
  });
  await expect(refresh('nuk')).rejects.toThrow('ExpiredToken');
  expect(store.get('nuk')).toBeUndefined();
  expect(store.mayExist('nuk')).toBe(false);
});

test('keeps a newer session of another tab on a 401', async () => {
  const store = createSignedInStore();
  const startSessionInOtherTab = () => localStorage.setItem('session.nuk.until', String(13 * 3_600_000));
  const requestSession = vi
    .fn(() => Promise.resolve(newerAuth))
    .mockImplementationOnce(() => {
      startSessionInOtherTab();
      return Promise.reject(new AppError('ExpiredToken'));
    });
  await createRefresh({ requestSession, store, withLock: runUnlocked })('nuk');
  expect(requestSession).toHaveBeenCalledTimes(2);
  expect(store.get('nuk')?.jwt_expired).toBe(newerAuth.jwt_expired);
  expect(store.findEnds('nuk').absolute).toBe(13 * 3_600_000);
  expect(store.isUncertain('nuk')).toBe(false);
});

test('ends the newer session if it is rejected, too', async () => {
  const store = createSignedInStore();
  const requestSession = vi.fn(() => {
    localStorage.setItem('session.nuk.until', String(13 * 3_600_000));
    return Promise.reject(new AppError('ExpiredToken'));
  });
  await expect(createRefresh({ requestSession, store, withLock: runUnlocked })('nuk')).rejects.toThrow('ExpiredToken');
  expect(requestSession).toHaveBeenCalledTimes(2);
  expect(store.get('nuk')).toBeUndefined();
  expect(localStorage.getItem('session.nuk.until')).toBeNull();
});

test('restores lost end times after a refresh', async () => {
  const store = createSignedInStore();
  const endTimes = { ...localStorage };
  const requestSession = () => {
    localStorage.clear();
    return Promise.resolve(newerAuth);
  };
  await createRefresh({ requestSession, store, withLock: runUnlocked })('nuk');
  expect(store.get('nuk')?.jwt_expired).toBe(newerAuth.jwt_expired);
  expect({ ...localStorage }).toEqual(endTimes);
});

test('withCrossTabLock waits at most ten seconds for a lock', async () => {
  const timeoutController = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeoutController.signal);
  const request = (_: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(() => Promise.resolve('done'));
  const result = withCrossTabLock('x', work);
  expect(work).not.toHaveBeenCalled();
  timeoutController.abort();
  await expect(result).resolves.toBe('done');
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
});

test('stays signed out after signing out during a refresh', async () => {
  const store = createSignedInStore();
  const requestSession = () => {
    store.signOut('nuk');
    return Promise.resolve(newerAuth);
  };
  await expect(createRefresh({ requestSession, store, withLock: runUnlocked })('nuk')).rejects.toThrow('MissingCookie');
  expect(store.get('nuk')).toBeUndefined();
});

describe('createLoadSession', () => {
  const minuteMs = 60_000;
  const startLoading = (requestSession: () => Promise<AuthObject>, sinceRenewalMs = 0) => {
    // The previous document left end times in storage and nothing in memory.
    createSignedInStore();
    vi.setSystemTime(sinceRenewalMs);
    const store = createSessionStore();
    const request = vi.fn(requestSession);
    const refresh = vi.fn(() => Promise.resolve());
    return {
      store,
      request,
      refresh,
      loadResult: createLoadSession({ requestSession: request, refresh, store })('nuk'),
    };
  };

  test('loads the session without extending it', async () => {
    const { store, refresh, loadResult } = startLoading(() => Promise.resolve(auth), 9 * minuteMs);
    const previousEnds = store.findEnds('nuk');
    await loadResult;
    expect(store.get('nuk')).toEqual({ ...auth, region: 'nuk' });
    expect(store.findEnds('nuk')).toEqual(previousEnds);
    expect(previousEnds.idle).toBe(60 * minuteMs);
    expect(refresh).not.toHaveBeenCalled();
  });

  test('refreshes when the access token must have expired', async () => {
    const { request, refresh, loadResult } = startLoading(() => Promise.resolve(auth), 10 * minuteMs);
    await loadResult;
    expect(request).not.toHaveBeenCalled();
    expect(refresh).toHaveBeenCalledExactlyOnceWith('nuk');
  });

  test.each(['MissingCookie', 'ExpiredToken', 'InsufficientAccess', 'NotFound'] as const)(
    'refreshes when the request is rejected with %s',
    async (code) => {
      const { store, refresh, loadResult } = startLoading(() => Promise.reject(new AppError(code)));
      await loadResult;
      expect(refresh).toHaveBeenCalledExactlyOnceWith('nuk');
      expect(store.get('nuk')).toBeUndefined();
    },
  );

  test('keeps the session while the server is unavailable', async () => {
    const { store, refresh, loadResult } = startLoading(() => Promise.reject(new AppError('ServiceUnavailable')));
    await expect(loadResult).rejects.toThrow('ServiceUnavailable');
    expect(refresh).not.toHaveBeenCalled();
    expect(store.mayExist('nuk')).toBe(true);
  });

  test('does not restore a session after a sign-out', async () => {
    const { store, loadResult } = startLoading(() => Promise.resolve(auth));
    store.signOut('nuk');
    await loadResult;
    expect(store.get('nuk')).toBeUndefined();
  });

  test('keeps a newer session from another tab', async () => {
    const { store, loadResult } = startLoading(() => Promise.resolve(auth));
    store.applyRefresh('nuk', newerAuth);
    await loadResult;
    expect(store.get('nuk')?.jwt_expired).toBe(newerAuth.jwt_expired);
  });
});
