import { beforeEach, describe, expect, test, vi } from 'vitest';
import { authFor } from '#web/testing/auth.ts';
import { createSessionStore } from './session-store.ts';
import type { SessionStore } from './session-store.ts';

const now = Date.parse('2026-11-02T09:00:00.000Z');
const auth = authFor(['NUK'], Date.parse('2026-11-02T09:10:00.000Z'));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

/** Creates stores of several tabs, and a function that posts messages late or out of order. */
const createTabs = (count: number) => {
  const listeners: ((event: MessageEvent) => void)[] = [];
  const post = (data: unknown, sender = -1) =>
    listeners.forEach((listener, index) => index !== sender && listener(new MessageEvent('message', { data })));
  const stores = Array.from({ length: count }, (_, index) =>
    createSessionStore({
      addEventListener: (_type: string, listener: unknown) => listeners.push(listener as (event: MessageEvent) => void),
      postMessage: (data: unknown) => post(data, index),
    } as Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>),
  );
  return { post, stores };
};

const tabs = () => createTabs(2).stores as [SessionStore, SessionStore];

test('stores only the end times and expires with the token', () => {
  const [store] = tabs();
  expect(store.mayExist('nuk')).toBe(false);
  store.signIn('nuk', auth);
  expect({ ...localStorage }).toEqual({
    'session.nuk.until': String(now + 12 * 3_600_000),
    'session.nuk.idleUntil': String(now + 3_600_000),
  });
  expect(store.findEnds('nuk')).toEqual({ absolute: now + 12 * 3_600_000, idle: now + 3_600_000 });
  expect(store.mayExist('nuk')).toBe(true);
  expect(store.mayExist('nfr')).toBe(false);
  expect(store.hasExpired({ ...auth, region: 'nuk' })).toBe(false);
  expect(store.hasExpired({ ...auth, region: 'nuk', jwt_expired: '2026-11-02T09:00:00.000Z' })).toBe(true);
});

test('signs in and out in all tabs', () => {
  const [here, there] = tabs();
  const onSignedOut = vi.fn();
  there.onSignedOutElsewhere(onSignedOut);
  here.signIn('nuk', auth);
  expect(there.get('nuk')).toEqual({ ...auth, region: 'nuk' });
  here.signOut('nuk');
  expect(there.get('nuk')).toBeUndefined();
  expect(onSignedOut).toHaveBeenCalledWith('nuk');
});

test('keeps other tabs and regions when a session is cleared', () => {
  const [here, there] = tabs();
  here.signIn('nuk', auth);
  here.signIn('nfr', { ...auth, email: 'luc@example.com' });
  here.clear('nuk');
  expect(here.get('nuk')).toBeUndefined();
  expect(here.get('nfr')?.email).toBe('luc@example.com');
  expect(there.get('nuk')).toBeDefined();
  expect(there.mayExist('nuk')).toBe(false);
});

test('asks the server when storage is denied', () => {
  for (const name of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new Error('storage is off');
    });
  const store = createSessionStore();
  expect(store.mayExist('nuk')).toBe(true);
  store.signIn('nuk', auth);
  expect(store.get('nuk')?.email).toBe('sam@example.com');
});

test('moves the idle end on refresh, never the absolute end', () => {
  const [here, there] = tabs();
  here.signIn('nuk', auth);
  pass(30);
  here.applyRefresh('nuk', auth);
  expect(there.findEnds('nuk')).toEqual({ idle: now + 90 * 60_000, absolute: now + 12 * 3_600_000 });
  pass(61);
  expect(there.mayExist('nuk')).toBe(false);
});

test('leaves end times and other tabs alone when loading', () => {
  const [here, there] = tabs();
  here.signIn('nuk', auth);
  const [reloaded] = tabs();
  pass(30);
  const marks = { ...localStorage };
  reloaded.confirmSession('nuk', { ...auth, jwt_expired: '2026-11-02T09:40:00.000Z' }, reloaded.knownSessions('nuk'));
  expect({ ...localStorage }).toEqual(marks);
  expect(reloaded.findEnds('nuk').idle).toBe(now + 60 * 60_000);
  expect(there.get('nuk')?.jwt_expired).toBe(auth.jwt_expired);
});

test('assumes a ten-minute access token after a refresh', () => {
  const [store] = tabs();
  expect(store.mayHaveAccess('nuk')).toBe(true);
  store.signIn('nuk', auth);
  vi.setSystemTime(now + 10 * 60_000 - 1);
  expect(store.mayHaveAccess('nuk')).toBe(true);
  vi.setSystemTime(now + 10 * 60_000);
  expect(store.mayHaveAccess('nuk')).toBe(false);
  store.applyRefresh('nuk', auth);
  expect(store.mayHaveAccess('nuk')).toBe(true);
});

test('reports another user while the first one’s pages show', () => {
  const [here, there] = tabs();
  const onOtherUser = vi.fn(() => false);
  there.onOtherUser(onOtherUser);
  here.signIn('nuk', auth);
  here.signIn('nuk', { ...auth, jwt_expired: '2026-11-02T09:20:00.000Z' });
  expect(onOtherUser).not.toHaveBeenCalled();
  there.clear('nuk');
  pass(1);
  here.signIn('nuk', { ...auth, email: 'tom@example.com' });
  expect(onOtherUser).toHaveBeenCalledExactlyOnceWith('nuk');
});

test('keeps the first user while the document reloads', () => {
  const [here, there] = tabs();
  there.onOtherUser(() => true);
  here.signIn('nuk', auth);
  expect(there.hasOtherUser('nuk')).toBe(false);
  pass(1);
  here.signIn('nuk', { ...auth, email: 'tom@example.com' });
  expect(there.hasOtherUser('nuk')).toBe(true);
  expect(there.lastUser('nuk')).toBe(auth.email);
});

describe('a new session while another tab sees the previous one', () => {
  const startSecondSession = () => {
    const [here, there] = tabs();
    here.signIn('nuk', auth);
    const former = there.findEnds('nuk');
    pass(60);
    here.signIn('nuk', { ...auth, jwt_expired: '2026-11-02T10:10:00.000Z' });
    return { here, there, former, ends: there.findEnds('nuk') };
  };
  const clearStorage = () => {
    const marks = { ...localStorage };
    localStorage.clear();
    return () => Object.assign(localStorage, marks);
  };

  test('has the ends of the message until storage catches up', () => {
    const { there, ends } = startSecondSession();
    expect(ends).toEqual({ idle: now + 120 * 60_000, absolute: now + 13 * 3_600_000 });
    const restoreStorage = clearStorage();
    expect(there.isUncertain('nuk')).toBe(true);
    expect(there.findEnds('nuk')).toEqual(ends);
    restoreStorage();
    expect(there.isUncertain('nuk')).toBe(false);
  });

  test('is uncertain while the previous ends are stored', () => {
    const { there, former, ends } = startSecondSession();
    localStorage.setItem('session.nuk.until', String(former.absolute));
    localStorage.setItem('session.nuk.idleUntil', String(former.idle));
    expect(there.isUncertain('nuk')).toBe(true);
    expect(there.findEnds('nuk')).toEqual(ends);
  });

  test('restores its end times once the server has confirmed it', () => {
    const { there, ends } = startSecondSession();
    const marks = { ...localStorage };
    clearStorage();
    there.confirmSession('nuk', auth, there.knownSessions('nuk'));
    expect({ ...localStorage }).toEqual(marks);
    expect(there.findEnds('nuk')).toEqual(ends);
  });

  test('survives a late sign-out of the previous session', () => {
    const { here, there, former, ends } = startSecondSession();
    const onSignedOut = vi.fn();
    there.onSignedOutElsewhere(onSignedOut);
    here.signOut('nuk', former.absolute);
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(there.get('nuk')).toBeDefined();
    expect(there.isUncertain('nuk')).toBe(false);
    expect(there.findEnds('nuk')).toEqual(ends);
  });

  test('ignores late messages about the previous session', () => {
    const { post, stores } = createTabs(1);
    const [there] = stores;
    const ends = { idle: now + 3_600_000, absolute: now + 12 * 3_600_000 };
    post({ type: 'signedIn', region: 'nuk', auth, ends });
    post({ type: 'signedIn', region: 'nuk', auth, ends: { ...ends, absolute: ends.absolute + 1 } });
    post({ type: 'signedIn', region: 'nuk', auth: { ...auth, email: 'tom@example.com' }, ends });
    expect(there?.get('nuk')?.email).toBe(auth.email);
  });

  test('is not ended by an earlier unfinished sign-out', () => {
    const [here, there] = tabs();
    here.signIn('nuk', auth);
    here.beginSignOut('nuk');
    expect(there.isSigningOut('nuk')).toBe(true);
    localStorage.setItem('session.nuk.until', String(now + 13 * 3_600_000));
    expect(there.isSigningOut('nuk')).toBe(false);
    localStorage.removeItem('session.nuk.until');
    expect(there.isSigningOut('nuk')).toBe(true);
  });
});

test('ignores late messages about a signed-out session', () => {
  const { post, stores } = createTabs(1);
  const [there] = stores;
  const ends = { idle: now + 3_600_000, absolute: now + 12 * 3_600_000 };
  post({ type: 'signedIn', region: 'nuk', auth, ends });
  post({ type: 'signedOut', region: 'nuk', absolute: ends.absolute });
  post({ type: 'signedIn', region: 'nuk', auth, ends });
  expect(there?.get('nuk')).toBeUndefined();
});

test('keeps the sessions of regions apart', () => {
  const [here, there] = tabs();
  here.signIn('nuk', auth);
  here.signIn('nfr', auth);
  here.signOut('nuk');
  here.applyRefresh('nfr', auth);
  expect(there.get('nuk')).toBeUndefined();
  expect(there.get('nfr')).toBeDefined();
  expect(there.isUncertain('nfr')).toBe(false);
});
