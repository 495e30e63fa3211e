import { expect, test } from '@jest/globals';
import type { Session } from '#lambdas/lib/sessions/sessions.ts';
import { createSession } from '#lambdas/lib/sessions/sessions.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { now, buildStoredUser } from '#lambdas/testing/callers.ts';
import { createAuthenticate, requireAudience, toAuthObject, toCaller } from './caller.ts';

const configuredGroups = ['x-admin', 'x-register-repairs', 'x-NUK'];
const user = (facts: Parameters<typeof buildStoredUser>[0] = {}) =>
  buildStoredUser({ groups: configuredGroups, ...facts });

const toAuthFacts = (row: ReturnType<typeof user>, adminsNeedSecondFactor: boolean, hasSecondFactor = false) => {
  const caller = toCaller(
    row,
    { hasSecondFactor },
    { exp: now.getTime() / 1000 },
    { configuredGroups, adminsNeedSecondFactor },
  );
  const { userGroups, isAdminUser, secondFactorMissing } = toAuthObject(caller, { returnsAvailable: true });
  return { userGroups, isAdminUser, secondFactorMissing };
};

const admin = { userGroups: ['admin', 'register-repairs', 'NUK'], isAdminUser: true, secondFactorMissing: undefined };

test('withholds only admin rights from an admin without the required one-time codes', () =>
  expect(toAuthFacts(user(), true)).toEqual({
    userGroups: ['register-repairs', 'NUK'],
    isAdminUser: false,
    secondFactorMissing: true,
  }));

test('denies admin rights to a session started before codes were enabled', () =>
  expect(toAuthFacts(user({ secondFactor: true }), true, false)).toMatchObject({
    isAdminUser: false,
    secondFactorMissing: true,
  }));

test('denies admin rights to a session started with a code once codes are disabled', () =>
  expect(toAuthFacts(user(), true, true)).toMatchObject({ isAdminUser: false, secondFactorMissing: true }));

test('grants admin rights with a code or where codes are optional', () => {
  expect(toAuthFacts(user({ secondFactor: true }), true, true)).toEqual(admin);
  expect(toAuthFacts(user(), false)).toEqual(admin);
});

test('does not report a missing second factor for non-admins', () =>
  expect(toAuthFacts(user({ groups: ['x-NUK'] }), true)).toEqual({
    userGroups: ['NUK'],
    isAdminUser: false,
    secondFactorMissing: undefined,
  }));

test.each([
  ['in a region with returns', ['x-register-returns', 'x-NUK'], true, true],
  ['in a region without returns', ['x-register-returns', 'x-NUK'], false, false],
  ['without the role', ['x-register-repairs', 'x-NUK'], true, false],
])('returns isRegisterReturnsAllowed for a user %s', (_, groups, returnsAvailable, isAllowed) => {
  const caller = toCaller(
    user({ groups }),
    {},
    { exp: 0 },
    { configuredGroups: groups, adminsNeedSecondFactor: false },
  );
  expect(toAuthObject(caller, { returnsAvailable }).isRegisterReturnsAllowed).toBe(isAllowed);
});

test('returns the user’s store, or none for an admin without one', () => {
  const toStore = (row: ReturnType<typeof user>) =>
    toAuthObject(
      toCaller(
        row,
        {},
        { exp: now.getTime() / 1000 },
        { configuredGroups: ['x-admin'], adminsNeedSecondFactor: false },
      ),
      { returnsAvailable: true },
    ).store;
  expect(toStore(user())).toEqual({ storeId: 'UK-1', storeName: 'One' });
  expect(toStore(user({ storeId: '', storeName: '' }))).toBeUndefined();
});

test.each<[string, string | undefined, Partial<User>, Partial<Session>]>([
  ['a user with the role', undefined, {}, {}],
  ['a disabled user', 'ExpiredToken', { enabled: false }, {}],
  ['a user whose sessions were ended', 'ExpiredToken', { validAfter: new Date(+now + 1).toISOString() }, {}],
  ['a revoked session', 'ExpiredToken', {}, { revoked: true }],
  ['an expired session', 'ExpiredToken', {}, { expiresAt: now.getTime() / 1000 }],
  ['a user outside the region’s groups', 'InsufficientAccess', { groups: ['x-admin', 'x-register-repairs'] }, {}],
  ['a user without the role', 'InsufficientAccess', { groups: ['x-NUK', 'x-admin'] }, {}],
])('authentication of %s with a valid token results in the error %s', async (_, code, facts, sessionFields) => {
  const groups = { configuredGroups, adminsNeedSecondFactor: false };
  const session = { ...createSession('nuk', 'jti', 'sub-1', now), ...sessionFields };
  const tokens = { verify: async () => ({ sub: 'sub-1', origin_jti: 'jti', exp: now.getTime() / 1000 }) };
  const authenticateCaller = createAuthenticate({
    ...groups,
    tokens,
    readRows: async () => ({ user: user(facts), session }),
  });
  const result = authenticateCaller('nuk', ['__Host-access-nuk=token'], now).then((caller) =>
    requireAudience(caller, 'nuk', ['register-repairs']),
  );
  expect(
    await result.then(
      () => undefined,
      (error: { readonly code?: string }) => error.code,
    ),
  ).toBe(code);
});
