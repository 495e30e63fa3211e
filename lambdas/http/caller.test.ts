import { expect, test } from '@jest/globals';
import type { Session } from '#lambdas/directory/sessions.ts';
import { newSession } from '#lambdas/directory/sessions.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { now, userWith } from '#lambdas/testing/callers.ts';
import { authenticate, authObjectOf, callerOf } from './caller.ts';

const configuredGroups = ['x-admin', 'x-register-repairs', 'x-NUK'];
const user = (facts: Parameters<typeof userWith>[0] = {}) => userWith({ groups: configuredGroups, ...facts });

const told = (row: ReturnType<typeof user>, adminsNeedSecondFactor: boolean, hasSecondFactor = false) => {
  const caller = callerOf(
    row,
    { hasSecondFactor },
    { exp: now.getTime() / 1000 },
    { configuredGroups, adminsNeedSecondFactor },
  );
  const { userGroups, isAdminUser, secondFactorMissing } = authObjectOf(caller, { returnsAvailable: true });
  return { userGroups, isAdminUser, secondFactorMissing };
};

const admin = { userGroups: ['admin', 'register-repairs', 'NUK'], isAdminUser: true, secondFactorMissing: undefined };

test('where admins need one-time codes, one without them is no admin, and keeps all else', () =>
  expect(told(user(), true)).toEqual({
    userGroups: ['register-repairs', 'NUK'],
    isAdminUser: false,
    secondFactorMissing: true,
  }));

test('a session that began without a code has no admin rights, although the user has codes by now', () =>
  expect(told(user({ secondFactor: true }), true, false)).toMatchObject({
    isAdminUser: false,
    secondFactorMissing: true,
  }));

test('a session that began with a code has no admin rights once codes are switched off', () =>
  expect(told(user(), true, true)).toMatchObject({ isAdminUser: false, secondFactorMissing: true }));

test('with them, or where nobody needs them, an admin is one', () => {
  expect(told(user({ secondFactor: true }), true, true)).toEqual(admin);
  expect(told(user(), false)).toEqual(admin);
});

test('whoever is no admin misses nothing', () =>
  expect(told(user({ groups: ['x-NUK'] }), true)).toEqual({
    userGroups: ['NUK'],
    isAdminUser: false,
    secondFactorMissing: undefined,
  }));

test.each([
  ['in a region with returns', ['x-register-returns', 'x-NUK'], true, true],
  ['in a region without', ['x-register-returns', 'x-NUK'], false, false],
  ['without the role', ['x-register-repairs', 'x-NUK'], true, false],
])('the page is told whether returns may be booked: %s', (_, groups, returnsAvailable, isAllowed) => {
  const caller = callerOf(
    user({ groups }),
    {},
    { exp: 0 },
    { configuredGroups: groups, adminsNeedSecondFactor: false },
  );
  expect(authObjectOf(caller, { returnsAvailable }).isRegisterReturnsAllowed).toBe(isAllowed);
});

test('the page is told the store that somebody works for, and that an admin may have none', () => {
  const storeOf = (row: ReturnType<typeof user>) =>
    authObjectOf(
      callerOf(
        row,
        {},
        { exp: now.getTime() / 1000 },
        { configuredGroups: ['x-admin'], adminsNeedSecondFactor: false },
      ),
      { returnsAvailable: true },
    ).store;
  expect(storeOf(user())).toEqual({ storeId: 'UK-1', storeName: 'One' });
  expect(storeOf(user({ storeId: '', storeName: '' }))).toBeUndefined();
});

test.each<[string, string | undefined, Partial<User>, Partial<Session>]>([
  ['somebody with the role', undefined, {}, {}],
  ['somebody disabled', 'ExpiredToken', { enabled: false }, {}],
  ['somebody whose sessions were ended', 'ExpiredToken', { validAfter: new Date(+now + 1).toISOString() }, {}],
  ['a session that was revoked', 'ExpiredToken', {}, { revoked: true }],
  ['a session that is over', 'ExpiredToken', {}, { expiresAt: now.getTime() / 1000 }],
  ['somebody of no group of the region', 'InsufficientAccess', { groups: ['x-admin', 'x-register-repairs'] }, {}],
  ['somebody without the role', 'InsufficientAccess', { groups: ['x-NUK', 'x-admin'] }, {}],
])('with a token that is still good, %s is answered %s', async (_, code, facts, life) => {
  const groups = { configuredGroups, adminsNeedSecondFactor: false };
  const session = { ...newSession('nuk', 'jti', 'sub-1', now), ...life };
  const tokens = { verify: async () => ({ sub: 'sub-1', origin_jti: 'jti', exp: now.getTime() / 1000 }) };
  const ask = authenticate({ ...groups, tokens, rows: async () => ({ user: user(facts), session }) });
  const asked = ask('nuk', ['__Host-access-nuk=token'], ['register-repairs'], now);
  expect(
    await asked.then(
      () => undefined,
      (error: { readonly code?: string }) => error.code,
    ),
  ).toBe(code);
});
