import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildAuth } from '#web/testing/auth.ts';
import { readKnownUser } from './read-known-user.ts';
import { createSessionStore } from './session-store.ts';
import type { SessionStore } from './session-store.ts';

const now = Date.parse('2026-11-02T09:00:00.000Z');
const auth = buildAuth(['NUK'], Date.parse('2026-11-02T09:10:00.000Z'));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
const letMinutesPass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

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

const createTwoTabs = () => createTabs(2).stores as [SessionStore, SessionStore];

test('stores only the end times and the known user, and reports an expired access token', () => {
  const [store] = createTwoTabs();
  expect(store.mayExist('nuk')).toBe(false);
  store.signIn('nuk', auth);
  expect({ ...localStorage }).toEqual({
    'session.nuk.until': String(now + 12 * 3_600_000),
    'session.nuk.idleUntil': String(now + 3_600_000),
    'session.nuk.user': expect.stringContaining('"userGroups":["NUK"]'),
  });
  expect(store.findEnds('nuk')).toEqual({ absolute: now + 12 * 3_600_000, idle: now + 3_600_000 });
  expect(store.mayExist('nuk')).toBe(true);
  expect(store.mayExist('nfr')).toBe(false);
  expect(store.isAccessTokenExpired({ ...auth, region: 'nuk' })).toBe(false);
  expect(store.isAccessTokenExpired({ ...auth, region: 'nuk', jwt_expired: '2026-11-02T09:00:00.000Z' })).toBe(true);
});

test('signs in and out in all tabs', () => {
  const [thisTab, otherTab] = createTwoTabs();
  const onSignedOut = vi.fn();
  otherTab.onSignedOutElsewhere(onSignedOut);
  thisTab.signIn('nuk', auth);
  expect(otherTab.get('nuk')).toEqual({ ...auth, region: 'nuk' });
  thisTab.signOut('nuk');
  expect(otherTab.get('nuk')).toBeUndefined();
  expect(onSignedOut).toHaveBeenCalledWith('nuk');
});

test('remembers the current roles of the user until the session ends', () => {
  const [store, otherTab] = createTwoTabs();
  store.signIn('nuk', auth);
  store.confirmSession('nuk', { ...auth, userGroups: ['NUK', 'admin'] }, store.getKnownSessions('nuk'));
  expect(readKnownUser('nuk', store.findEnds('nuk').absolute)?.userGroups).toEqual(['NUK', 'admin']);
  store.signOut('nuk');
  expect({ ...localStorage }).toEqual({});
  store.signIn('nuk', auth);
  otherTab.clear('nuk');
  expect({ ...localStorage }).toEqual({});
});

test.each([
  ['nothing after a sign-out', () => {}, undefined],
  [
    'another user',
    (tab: SessionStore) => tab.signIn('nuk', { ...auth, userGroups: ['NUK', 'admin'] }),
    ['NUK', 'admin'],
  ],
])('a late session response leaves %s', (_, startOtherSession, groups) => {
  // Without a channel, messages arrive later than the response.
  const [thisTab, otherTab] = [createSessionStore(), createSessionStore()];
  otherTab.signIn('nuk', auth);
  const sessions = thisTab.getKnownSessions('nuk');
  otherTab.signOut('nuk');
  letMinutesPass(1);
  startOtherSession(otherTab);
  thisTab.confirmSession('nuk', auth, sessions);
  expect(readKnownUser('nuk', otherTab.findEnds('nuk').absolute)?.userGroups).toEqual(groups);
  if (groups === undefined) expect(localStorage.getItem('session.nuk.user')).toBeNull();
});

test('keeps other tabs and regions when a session is cleared', () => {
  const [thisTab, otherTab] = createTwoTabs();
  thisTab.signIn('nuk', auth);
  thisTab.signIn('nfr', { ...auth, email: 'luc@example.com' });
  thisTab.clear('nuk');
  expect(thisTab.get('nuk')).toBeUndefined();
  expect(thisTab.get('nfr')?.email).toBe('luc@example.com');
  expect(otherTab.get('nuk')).toBeDefined();
  expect(otherTab.mayExist('nuk')).toBe(false);
});

test('assumes that a session may exist when storage is denied', () => {
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
  const [thisTab, otherTab] = createTwoTabs();
  thisTab.signIn('nuk', auth);
  letMinutesPass(30);
  thisTab.applyRefresh('nuk', auth);
  expect(otherTab.findEnds('nuk')).toEqual({ idle: now + 90 * 60_000, absolute: now + 12 * 3_600_000 });
  letMinutesPass(61);
  expect(otherTab.mayExist('nuk')).toBe(false);
});

test('changes neither end times nor other tabs when it confirms a session', () => {
  const [thisTab, otherTab] = createTwoTabs();
  thisTab.signIn('nuk', auth);
  const [reloadedTab] = createTwoTabs();
  letMinutesPass(30);
  const endTimes = { ...localStorage };
  reloadedTab.confirmSession(
    'nuk',
    { ...auth, jwt_expired: '2026-11-02T09:40:00.000Z' },
    reloadedTab.getKnownSessions('nuk'),
  );
  expect({ ...localStorage }).toEqual(endTimes);
  expect(reloadedTab.findEnds('nuk').idle).toBe(now + 60 * 60_000);
  expect(otherTab.get('nuk')?.jwt_expired).toBe(auth.jwt_expired);
});

test('assumes a ten-minute access token after a refresh', () => {
  const [store] = createTwoTabs();
  expect(store.mayHaveAccess('nuk')).toBe(true);
  store.signIn('nuk', auth);
  vi.setSystemTime(now + 10 * 60_000 - 1);
  expect(store.mayHaveAccess('nuk')).toBe(true);
  vi.setSystemTime(now + 10 * 60_000);
  expect(store.mayHaveAccess('nuk')).toBe(false);
  store.applyRefresh('nuk', auth);
  expect(store.mayHaveAccess('nuk')).toBe(true);
});

test('reports another user while pages of the first user are shown', () => {
  const [thisTab, otherTab] = createTwoTabs();
  const onOtherUser = vi.fn(() => false);
  otherTab.onOtherUser(onOtherUser);
  thisTab.signIn('nuk', auth);
  thisTab.signIn('nuk', { ...auth, jwt_expired: '2026-11-02T09:20:00.000Z' });
  expect(onOtherUser).not.toHaveBeenCalled();
  otherTab.clear('nuk');
  letMinutesPass(1);
  thisTab.signIn('nuk', { ...auth, email: 'tom@example.com' });
  expect(onOtherUser).toHaveBeenCalledExactlyOnceWith('nuk');
});

test('keeps the first user while the document reloads', () => {
  const [thisTab, otherTab] = createTwoTabs();
  otherTab.onOtherUser(() => true);
  thisTab.signIn('nuk', auth);
  expect(otherTab.hasOtherUser('nuk')).toBe(false);
  letMinutesPass(1);
  thisTab.signIn('nuk', { ...auth, email: 'tom@example.com' });
  expect(otherTab.hasOtherUser('nuk')).toBe(true);
  expect(otherTab.findLastUser('nuk')).toBe(auth.email);
});

describe('SessionStore of a tab that may still see the previous session', () => {
  const startSecondSession = () => {
    const [thisTab, otherTab] = createTwoTabs();
    thisTab.signIn('nuk', auth);
    const previousEnds = otherTab.findEnds('nuk');
    letMinutesPass(60);
    thisTab.signIn('nuk', { ...auth, jwt_expired: '2026-11-02T10:10:00.000Z' });
    return { thisTab, otherTab, previousEnds, ends: otherTab.findEnds('nuk') };
  };
  const clearStorage = () => {
    const endTimes = { ...localStorage };
    localStorage.clear();
    return () => Object.assign(localStorage, endTimes);
  };

  test('uses the ends of the message until storage catches up', () => {
    const { otherTab, ends } = startSecondSession();
    expect(ends).toEqual({ idle: now + 120 * 60_000, absolute: now + 13 * 3_600_000 });
    const restoreStorage = clearStorage();
    expect(otherTab.isUncertain('nuk')).toBe(true);
    expect(otherTab.findEnds('nuk')).toEqual(ends);
    restoreStorage();
    expect(otherTab.isUncertain('nuk')).toBe(false);
  });

  test('is uncertain while the previous ends are stored', () => {
    const { otherTab, previousEnds, ends } = startSecondSession();
    localStorage.setItem('session.nuk.until', String(previousEnds.absolute));
    localStorage.setItem('session.nuk.idleUntil', String(previousEnds.idle));
    expect(otherTab.isUncertain('nuk')).toBe(true);
    expect(otherTab.findEnds('nuk')).toEqual(ends);
  });

  test('restores the end times once the server has confirmed the session', () => {
    const { otherTab, ends } = startSecondSession();
    const endTimes = { ...localStorage };
    clearStorage();
    otherTab.confirmSession('nuk', auth, otherTab.getKnownSessions('nuk'));
    expect({ ...localStorage }).toEqual(endTimes);
    expect(otherTab.findEnds('nuk')).toEqual(ends);
  });

  test('keeps the new session after a late sign-out of the previous one', () => {
    const { thisTab, otherTab, previousEnds, ends } = startSecondSession();
    const onSignedOut = vi.fn();
    otherTab.onSignedOutElsewhere(onSignedOut);
    thisTab.signOut('nuk', previousEnds.absolute);
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(otherTab.get('nuk')).toBeDefined();
    expect(otherTab.isUncertain('nuk')).toBe(false);
    expect(otherTab.findEnds('nuk')).toEqual(ends);
  });

  test('ignores late messages about the previous session', () => {
    const { post, stores } = createTabs(1);
    const [otherTab] = stores;
    const ends = { idle: now + 3_600_000, absolute: now + 12 * 3_600_000 };
    post({ type: 'signedIn', region: 'nuk', auth, ends });
    post({ type: 'signedIn', region: 'nuk', auth, ends: { ...ends, absolute: ends.absolute + 1 } });
    post({ type: 'signedIn', region: 'nuk', auth: { ...auth, email: 'tom@example.com' }, ends });
    expect(otherTab?.get('nuk')?.email).toBe(auth.email);
  });

  test('does not apply an unfinished sign-out to a later session', () => {
    const [thisTab, otherTab] = createTwoTabs();
    thisTab.signIn('nuk', auth);
    thisTab.beginSignOut('nuk');
    expect(otherTab.isSigningOut('nuk')).toBe(true);
    localStorage.setItem('session.nuk.until', String(now + 13 * 3_600_000));
    expect(otherTab.isSigningOut('nuk')).toBe(false);
    localStorage.removeItem('session.nuk.until');
    expect(otherTab.isSigningOut('nuk')).toBe(true);
  });
});

test('ignores late messages about a signed-out session', () => {
  const { post, stores } = createTabs(1);
  const [otherTab] = stores;
  const ends = { idle: now + 3_600_000, absolute: now + 12 * 3_600_000 };
  post({ type: 'signedIn', region: 'nuk', auth, ends });
  post({ type: 'signedOut', region: 'nuk', absolute: ends.absolute });
  post({ type: 'signedIn', region: 'nuk', auth, ends });
  expect(otherTab?.get('nuk')).toBeUndefined();
});

test('keeps the sessions of regions apart', () => {
  const [thisTab, otherTab] = createTwoTabs();
  thisTab.signIn('nuk', auth);
  thisTab.signIn('nfr', auth);
  thisTab.signOut('nuk');
  thisTab.applyRefresh('nfr', auth);
  expect(otherTab.get('nuk')).toBeUndefined();
  expect(otherTab.get('nfr')).toBeDefined();
  expect(otherTab.isUncertain('nfr')).toBe(false);
});
