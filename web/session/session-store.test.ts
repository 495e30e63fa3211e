import { beforeEach, expect, test, vi } from 'vitest';
import { authFor } from '#web/testing/auth.ts';
import { createSessionStore } from './session-store.ts';

const now = Date.parse('2026-11-02T09:00:00.000Z');
const auth = authFor(['NUK'], Date.parse('2026-11-02T09:10:00.000Z'));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

/** Two tabs of one browser. */
const tabs = () => {
  const listeners: ((event: MessageEvent) => void)[] = [];
  const tab = (index: number) =>
    createSessionStore({
      addEventListener: (_: string, listener: unknown) => listeners.push(listener as (event: MessageEvent) => void),
      postMessage: (data: unknown) =>
        listeners.forEach((listener, other) => other !== index && listener(new MessageEvent('message', { data }))),
    } as Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>);
  return [tab(0), tab(1)] as const;
};

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
  again.found('nuk', { ...auth, jwt_expired: '2026-11-02T09:40:00.000Z' });
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
  const other = vi.fn();
  there.onOtherUser(other);
  here.signIn('nuk', auth);
  here.signIn('nuk', { ...auth, jwt_expired: '2026-11-02T09:20:00.000Z' });
  expect(other).not.toHaveBeenCalled();
  there.clear('nuk');
  here.signIn('nuk', { ...auth, email: 'tom@example.com' });
  expect(other).toHaveBeenCalledExactlyOnceWith('nuk');
});
