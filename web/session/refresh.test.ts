import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { createRefresh } from './refresh.ts';
import type { Alone } from './refresh.ts';
import { createSessionStore } from './session-store.ts';

const auth: AuthObject = {
  email: 'sam@example.com',
  userGroups: ['NUK'],
  isAdminUser: false,
  isRegisterReturnsAllowed: false,
  jwt_expired: '2026-11-02T09:10:00.000Z',
};
const newer = { ...auth, jwt_expired: '2026-11-02T09:20:00.000Z' };
const unlocked: Alone = (_, work) => work();
const newStore = () => createSessionStore({ marks: () => localStorage, channel: undefined, now: () => 0 });

beforeEach(() => localStorage.clear());

test('one refresh at a time, however many ask; regions apart', async () => {
  const store = newStore();
  store.signIn('nuk', auth);
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
  const store = newStore();
  store.signIn('nuk', auth);
  const ask = vi.fn(() => Promise.resolve(newer));
  const afterAnotherTab: Alone = (_, work) => {
    store.refreshed('nuk', newer);
    return work();
  };
  await createRefresh({ ask, store, alone: afterAnotherTab })('nuk');
  expect(ask).not.toHaveBeenCalled();
});

test('a refusal ends the session', async () => {
  const store = newStore();
  store.signIn('nuk', auth);
  const refresh = createRefresh({ ask: () => Promise.reject(new AppError('ExpiredToken')), store, alone: unlocked });
  await expect(refresh('nuk')).rejects.toThrow('ExpiredToken');
  expect(store.get('nuk')).toBeUndefined();
  expect(store.mayExist('nuk')).toBe(false);
});

test('a server out of reach ends nothing', async () => {
  const store = newStore();
  store.signIn('nuk', auth);
  const refresh = createRefresh({
    ask: () => Promise.reject(new AppError('ServiceUnavailable')),
    store,
    alone: unlocked,
  });
  await expect(refresh('nuk')).rejects.toThrow('ServiceUnavailable');
  expect(store.get('nuk')).toBeDefined();
  expect(store.mayExist('nuk')).toBe(true);
});

test('whoever signs out during a refresh stays signed out', async () => {
  const store = newStore();
  store.signIn('nuk', auth);
  const ask = () => {
    store.signOut('nuk');
    return Promise.resolve(newer);
  };
  await expect(createRefresh({ ask, store, alone: unlocked })('nuk')).rejects.toThrow('MissingCookie');
  expect(store.get('nuk')).toBeUndefined();
});
