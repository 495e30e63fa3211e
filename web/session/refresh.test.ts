import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { authFor } from '#web/testing/auth.ts';
import { aloneOfAllTabs, createLoadSession, createRefresh } from './refresh.ts';
import type { Alone } from './refresh.ts';
import { createSessionStore } from './session-store.ts';

const auth = authFor(['NUK'], Date.parse('2026-11-02T09:10:00.000Z'));
const newer = authFor(['NUK'], Date.parse('2026-11-02T09:20:00.000Z'));
const unlocked: Alone = (_, work) => work();
const signedIn = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const store = createSessionStore();
  store.signIn('nuk', auth);
  return store;
};

test('one refresh at a time, however many ask; regions apart', async () => {
  const store = signedIn();
  store.signIn('nfr', auth);
  const ask = vi.fn(() => Promise.resolve(newer));
  const refresh = createRefresh({ ask, store, alone: unlocked });
  await Promise.all([...Array.from({ length: 20 }, () => refresh('nuk')), refresh('nfr')]);
  expect(ask.mock.calls).toEqual([['nuk'], ['nfr']]);
  expect(store.get('nuk')?.jwt_expired).toBe(newer.jwt_expired);
  await refresh('nuk');
  expect(ask).toHaveBeenCalledTimes(3);
});

test('a session that another tab renewed while this one queued is not renewed again', async () => {
  const store = signedIn();
  const ask = vi.fn(() => Promise.resolve(newer));
  const afterAnotherTab: Alone = (_, work) => {
    store.refreshed('nuk', newer);
    return work();
  };
  await createRefresh({ ask, store, alone: afterAnotherTab })('nuk');
  expect(ask).not.toHaveBeenCalled();
});

test.each<[string, LockManager['request']]>([
  ['where cookies are refused, and locks with them', () => Promise.reject(new DOMException('', 'SecurityError'))],
  ['of work that fails', (_: string, work: unknown) => (work as () => Promise<never>)()],
])('%s nothing is lost, and nothing done twice', async (_, request) => {
  vi.stubGlobal('navigator', {
    locks: { request: (name: string, _options: object, work: never) => request(name, work) },
  });
  const work = vi.fn(() => Promise.reject(new AppError('MissingCookie')));
  await expect(aloneOfAllTabs('x', work)).rejects.toThrow('MissingCookie');
  expect(work).toHaveBeenCalledTimes(1);
});

test('a refusal ends the session', async () => {
  const store = signedIn();
  const refresh = createRefresh({ ask: () => Promise.reject(new AppError('ExpiredToken')), store, alone: unlocked });
  await expect(refresh('nuk')).rejects.toThrow('ExpiredToken');
  expect(store.get('nuk')).toBeUndefined();
  expect(store.mayExist('nuk')).toBe(false);
});

test('a refusal does not end the session that another tab has begun meanwhile', async () => {
  const store = signedIn();
  const beginElsewhere = () => localStorage.setItem('session.nuk.until', String(13 * 3_600_000));
  const ask = vi
    .fn(() => Promise.resolve(newer))
    .mockImplementationOnce(() => {
      beginElsewhere();
      return Promise.reject(new AppError('ExpiredToken'));
    });
  await createRefresh({ ask, store, alone: unlocked })('nuk');
  expect(ask).toHaveBeenCalledTimes(2);
  expect(store.get('nuk')?.jwt_expired).toBe(newer.jwt_expired);
  expect(store.endsOf('nuk').absolute).toBe(13 * 3_600_000);
  expect(store.isDoubtful('nuk')).toBe(false);
});

test('a refusal of another session than the one that is over ends that one, too', async () => {
  const store = signedIn();
  const ask = vi.fn(() => {
    localStorage.setItem('session.nuk.until', String(13 * 3_600_000));
    return Promise.reject(new AppError('ExpiredToken'));
  });
  await expect(createRefresh({ ask, store, alone: unlocked })('nuk')).rejects.toThrow('ExpiredToken');
  expect(ask).toHaveBeenCalledTimes(2);
  expect(store.get('nuk')).toBeUndefined();
  expect(localStorage.getItem('session.nuk.until')).toBeNull();
});

test('lost marks do not end a session that the server renews, and come back', async () => {
  const store = signedIn();
  const marks = { ...localStorage };
  const ask = () => {
    localStorage.clear();
    return Promise.resolve(newer);
  };
  await createRefresh({ ask, store, alone: unlocked })('nuk');
  expect(store.get('nuk')?.jwt_expired).toBe(newer.jwt_expired);
  expect({ ...localStorage }).toEqual(marks);
});

test('a lock that a suspended tab holds is not waited for longer than ten seconds', async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const request = (_: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(() => Promise.resolve('done'));
  const result = aloneOfAllTabs('x', work);
  expect(work).not.toHaveBeenCalled();
  patience.abort();
  await expect(result).resolves.toBe('done');
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
});

test('whoever signs out during a refresh stays signed out', async () => {
  const store = signedIn();
  const ask = () => {
    store.signOut('nuk');
    return Promise.resolve(newer);
  };
  await expect(createRefresh({ ask, store, alone: unlocked })('nuk')).rejects.toThrow('MissingCookie');
  expect(store.get('nuk')).toBeUndefined();
});

describe('the session of a document that has just loaded', () => {
  const minutes = 60_000;
  const load = (ask: () => Promise<AuthObject>, sinceRenewal = 0) => {
    // What the former document left behind: marks, and nothing in memory.
    signedIn();
    vi.setSystemTime(sinceRenewal);
    const store = createSessionStore();
    const asked = vi.fn(ask);
    const refresh = vi.fn(() => Promise.resolve());
    return { store, asked, refresh, loaded: createLoadSession({ ask: asked, refresh, store })('nuk') };
  };

  test('is found without a refresh, and ends when it would have ended', async () => {
    const { store, refresh, loaded } = load(() => Promise.resolve(auth), 9 * minutes);
    const before = store.endsOf('nuk');
    await loaded;
    expect(store.get('nuk')).toEqual({ ...auth, region: 'nuk' });
    expect(store.endsOf('nuk')).toEqual(before);
    expect(before.idle).toBe(60 * minutes);
    expect(refresh).not.toHaveBeenCalled();
  });

  test('is refreshed at once where its access token must have expired', async () => {
    const { asked, refresh, loaded } = load(() => Promise.resolve(auth), 10 * minutes);
    await loaded;
    expect(asked).not.toHaveBeenCalled();
    expect(refresh).toHaveBeenCalledExactlyOnceWith('nuk');
  });

  test.each(['MissingCookie', 'ExpiredToken', 'InsufficientAccess', 'NotFound'] as const)(
    'is for the refresh to judge when asking for it is refused with %s',
    async (code) => {
      const { store, refresh, loaded } = load(() => Promise.reject(new AppError(code)));
      await loaded;
      expect(refresh).toHaveBeenCalledExactlyOnceWith('nuk');
      expect(store.get('nuk')).toBeUndefined();
    },
  );

  test('is neither found nor over while the server is out of reach', async () => {
    const { store, refresh, loaded } = load(() => Promise.reject(new AppError('ServiceUnavailable')));
    await expect(loaded).rejects.toThrow('ServiceUnavailable');
    expect(refresh).not.toHaveBeenCalled();
    expect(store.mayExist('nuk')).toBe(true);
  });

  test('is not there for whoever signed out meanwhile', async () => {
    const { store, loaded } = load(() => Promise.resolve(auth));
    store.signOut('nuk');
    await loaded;
    expect(store.get('nuk')).toBeUndefined();
  });

  test('is the one that came in from another tab meanwhile', async () => {
    const { store, loaded } = load(() => Promise.resolve(auth));
    store.refreshed('nuk', newer);
    await loaded;
    expect(store.get('nuk')?.jwt_expired).toBe(newer.jwt_expired);
  });
});
