import { beforeEach, describe, expect, test, vi } from 'vitest';
import { authFor } from '#web/testing/auth.ts';
import { createSessionStore } from './session-store.ts';
import type { SessionStore } from './session-store.ts';

const now = Date.parse('2026-11-02T09:00:00.000Z');
const auth = authFor(['NUK'], Date.parse('2026-11-02T09:10:00.000Z'));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

/** Tabs of one browser, and a way to post what arrives late or out of order. */
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

test('what is kept beside memory is when the session ends and nothing personal; it has expired when jwt_expired has passed', () => {
  const [store] = tabs();
  expect(store.mayExist('nuk')).toBe(false);
  store.signIn('nuk', auth);
  expect({ ...localStorage }).toEqual({
    'session.nuk.until': String(now + 12 * 3_600_000),
    'session.nuk.idleUntil': String(now + 3_600_000),
  });
  expect(store.endsOf('nuk')).toEqual({ absolute: now + 12 * 3_600_000, idle: now + 3_600_000 });
  expect(store.mayExist('nuk')).toBe(true);
  expect(store.mayExist('nfr')).toBe(false);
  expect(store.hasExpired({ ...auth, region: 'nuk' })).toBe(false);
  expect(store.hasExpired({ ...auth, region: 'nuk', jwt_expired: '2026-11-02T09:00:00.000Z' })).toBe(true);
});

test('signing in and out reaches the other tabs', () => {
  const [here, there] = tabs();
  const left = vi.fn();
  there.onSignedOutElsewhere(left);
  here.signIn('nuk', auth);
  expect(there.get('nuk')).toEqual({ ...auth, region: 'nuk' });
  here.signOut('nuk');
  expect(there.get('nuk')).toBeUndefined();
  expect(left).toHaveBeenCalledWith('nuk');
});

test('a session that ran out leaves the other tabs their work, and the other regions theirs', () => {
  const [here, there] = tabs();
  here.signIn('nuk', auth);
  here.signIn('nfr', { ...auth, email: 'luc@example.com' });
  here.clear('nuk');
  expect(here.get('nuk')).toBeUndefined();
  expect(here.get('nfr')?.email).toBe('luc@example.com');
  expect(there.get('nuk')).toBeDefined();
  expect(there.mayExist('nuk')).toBe(false);
});

test('where storage is refused, the server is asked', () => {
  for (const name of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new Error('storage is off');
    });
  const store = createSessionStore();
  expect(store.mayExist('nuk')).toBe(true);
  store.signIn('nuk', auth);
  expect(store.get('nuk')?.email).toBe('sam@example.com');
});

test('a renewal moves the idle end of all tabs, never the absolute one', () => {
  const [here, there] = tabs();
  here.signIn('nuk', auth);
  pass(30);
  here.refreshed('nuk', auth);
  expect(there.endsOf('nuk')).toEqual({ idle: now + 90 * 60_000, absolute: now + 12 * 3_600_000 });
  pass(61);
  expect(there.mayExist('nuk')).toBe(false);
});

test('the session that a loading document finds moves no end, and reaches no other tab', () => {
  const [here, there] = tabs();
  here.signIn('nuk', auth);
  const [again] = tabs();
  pass(30);
  const marks = { ...localStorage };
  again.found('nuk', { ...auth, jwt_expired: '2026-11-02T09:40:00.000Z' }, again.knownSessions('nuk'));
  expect({ ...localStorage }).toEqual(marks);
  expect(again.endsOf('nuk').idle).toBe(now + 60 * 60_000);
  expect(there.get('nuk')?.jwt_expired).toBe(auth.jwt_expired);
});

test('an access token lives for ten minutes from the last renewal; where nothing is known it may', () => {
  const [store] = tabs();
  expect(store.mayHaveAccess('nuk')).toBe(true);
  store.signIn('nuk', auth);
  vi.setSystemTime(now + 10 * 60_000 - 1);
  expect(store.mayHaveAccess('nuk')).toBe(true);
  vi.setSystemTime(now + 10 * 60_000);
  expect(store.mayHaveAccess('nuk')).toBe(false);
  store.refreshed('nuk', auth);
  expect(store.mayHaveAccess('nuk')).toBe(true);
});

test('somebody else who signs in is noticed where the former user’s work may still show', () => {
  const [here, there] = tabs();
  const other = vi.fn(() => false);
  there.onOtherUser(other);
  here.signIn('nuk', auth);
  here.signIn('nuk', { ...auth, jwt_expired: '2026-11-02T09:20:00.000Z' });
  expect(other).not.toHaveBeenCalled();
  there.clear('nuk');
  pass(1);
  here.signIn('nuk', { ...auth, email: 'tom@example.com' });
  expect(other).toHaveBeenCalledExactlyOnceWith('nuk');
});

test('a document that is being loaded for another user stays the former user’s', () => {
  const [here, there] = tabs();
  there.onOtherUser(() => true);
  here.signIn('nuk', auth);
  expect(there.hasOtherUser('nuk')).toBe(false);
  pass(1);
  here.signIn('nuk', { ...auth, email: 'tom@example.com' });
  expect(there.hasOtherUser('nuk')).toBe(true);
  expect(there.lastUser('nuk')).toBe(auth.email);
});

describe('a session that begins while another tab still sees the one before it', () => {
  const begunAgain = () => {
    const [here, there] = tabs();
    here.signIn('nuk', auth);
    const former = there.endsOf('nuk');
    pass(60);
    here.signIn('nuk', { ...auth, jwt_expired: '2026-11-02T10:10:00.000Z' });
    return { here, there, former, ends: there.endsOf('nuk') };
  };
  const lose = () => {
    const marks = { ...localStorage };
    localStorage.clear();
    return () => Object.assign(localStorage, marks);
  };

  test('has the ends that the news say, until its marks arrive', () => {
    const { there, ends } = begunAgain();
    expect(ends).toEqual({ idle: now + 120 * 60_000, absolute: now + 13 * 3_600_000 });
    const arrive = lose();
    expect(there.isDoubtful('nuk')).toBe(true);
    expect(there.endsOf('nuk')).toEqual(ends);
    arrive();
    expect(there.isDoubtful('nuk')).toBe(false);
  });

  test('is doubtful, and has its own ends, while the former marks are seen', () => {
    const { there, former, ends } = begunAgain();
    localStorage.setItem('session.nuk.until', String(former.absolute));
    localStorage.setItem('session.nuk.idleUntil', String(former.idle));
    expect(there.isDoubtful('nuk')).toBe(true);
    expect(there.endsOf('nuk')).toEqual(ends);
  });

  test('gets its marks back once the server has confirmed it', () => {
    const { there, ends } = begunAgain();
    const marks = { ...localStorage };
    lose();
    there.found('nuk', auth, there.knownSessions('nuk'));
    expect({ ...localStorage }).toEqual(marks);
    expect(there.endsOf('nuk')).toEqual(ends);
  });

  test('stays when the sign-out of the former one arrives late, or ends late', () => {
    const { here, there, former, ends } = begunAgain();
    const left = vi.fn();
    there.onSignedOutElsewhere(left);
    here.signOut('nuk', former.absolute);
    expect(left).not.toHaveBeenCalled();
    expect(there.get('nuk')).toBeDefined();
    expect(there.isDoubtful('nuk')).toBe(false);
    expect(there.endsOf('nuk')).toEqual(ends);
  });

  test('is not replaced by late news of the former one', () => {
    const { post, stores } = createTabs(1);
    const [there] = stores;
    const ends = { idle: now + 3_600_000, absolute: now + 12 * 3_600_000 };
    post({ type: 'signedIn', region: 'nuk', auth, ends });
    post({ type: 'signedIn', region: 'nuk', auth, ends: { ...ends, absolute: ends.absolute + 1 } });
    post({ type: 'signedIn', region: 'nuk', auth: { ...auth, email: 'tom@example.com' }, ends });
    expect(there?.get('nuk')?.email).toBe(auth.email);
  });

  test('cannot be finished off by the sign-out that was begun before it', () => {
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

test('late news bring back no session that has been signed out', () => {
  const { post, stores } = createTabs(1);
  const [there] = stores;
  const ends = { idle: now + 3_600_000, absolute: now + 12 * 3_600_000 };
  post({ type: 'signedIn', region: 'nuk', auth, ends });
  post({ type: 'signedOut', region: 'nuk', absolute: ends.absolute });
  post({ type: 'signedIn', region: 'nuk', auth, ends });
  expect(there?.get('nuk')).toBeUndefined();
});

test('ends of one region say nothing about another, though both began at once', () => {
  const [here, there] = tabs();
  here.signIn('nuk', auth);
  here.signIn('nfr', auth);
  here.signOut('nuk');
  here.refreshed('nfr', auth);
  expect(there.get('nuk')).toBeUndefined();
  expect(there.get('nfr')).toBeDefined();
  expect(there.isDoubtful('nfr')).toBe(false);
});
