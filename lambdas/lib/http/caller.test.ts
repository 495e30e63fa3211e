import { expect, test } from '@jest/globals';
import type { Session } from '#lambdas/lib/sessions/sessions.ts';
import { createSession } from '#lambdas/lib/sessions/sessions.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { now, buildStoredUser } from '#lambdas/testing/callers.ts';
import { createAuthenticate, requireAudience, toAuthObject, toCaller } from './caller.ts';

const configuredGroups = ['x-admin', 'x-register-repairs', 'x-NUK'];
const buildUser = (overrides: Parameters<typeof buildStoredUser>[0] = {}) =>
  buildStoredUser({ groups: configuredGroups, ...overrides });

const toAuthFacts = (
  row: ReturnType<typeof buildUser>,
  { adminsNeedSecondFactor, hasSecondFactor = false }: { adminsNeedSecondFactor: boolean; hasSecondFactor?: boolean },
) => {
  const caller = toCaller(
    row,
    { hasSecondFactor },
    { exp: now.getTime() / 1000 },
    { configuredGroups, adminsNeedSecondFactor },
  );
  const { userGroups, isAdminUser, secondFactorMissing } = toAuthObject(caller, { returnsAvailable: true });
  return { userGroups, isAdminUser, secondFactorMissing };
};

const adminFacts = {
  userGroups: ['admin', 'register-repairs', 'NUK'],
  isAdminUser: true,
  secondFactorMissing: undefined,
};

test('withholds only admin rights from an admin without the required one-time codes', () =>
  expect(toAuthFacts(buildUser(), { adminsNeedSecondFactor: true })).toEqual({
    userGroups: ['register-repairs', 'NUK'],
    isAdminUser: false,
    secondFactorMissing: true,
  }));

test('denies admin rights to a session started before codes were enabled', () =>
  expect(
    toAuthFacts(buildUser({ secondFactor: true }), { adminsNeedSecondFactor: true, hasSecondFactor: false }),
  ).toMatchObject({
    isAdminUser: false,
    secondFactorMissing: true,
  }));

test('denies admin rights to a session started with a code after the user disabled codes', () =>
  expect(toAuthFacts(buildUser(), { adminsNeedSecondFactor: true, hasSecondFactor: true })).toMatchObject({
    isAdminUser: false,
    secondFactorMissing: true,
  }));

test('grants admin rights with a code or where codes are optional', () => {
  expect(
    toAuthFacts(buildUser({ secondFactor: true }), { adminsNeedSecondFactor: true, hasSecondFactor: true }),
  ).toEqual(adminFacts);
  expect(toAuthFacts(buildUser(), { adminsNeedSecondFactor: false })).toEqual(adminFacts);
});

test('does not report a missing second factor for non-admins', () =>
  expect(toAuthFacts(buildUser({ groups: ['x-NUK'] }), { adminsNeedSecondFactor: true })).toEqual({
    userGroups: ['NUK'],
    isAdminUser: false,
    secondFactorMissing: undefined,
  }));

test.each([
  ['is true in a region with returns', ['x-register-returns', 'x-NUK'], true, true],
  ['is false in a region without returns', ['x-register-returns', 'x-NUK'], false, false],
  ['is false without the role', ['x-register-repairs', 'x-NUK'], true, false],
])('isRegisterReturnsAllowed %s', (_, groups, returnsAvailable, isAllowed) => {
  const caller = toCaller(
    buildUser({ groups }),
    {},
    { exp: 0 },
    { configuredGroups: groups, adminsNeedSecondFactor: false },
  );
  expect(toAuthObject(caller, { returnsAvailable }).isRegisterReturnsAllowed).toBe(isAllowed);
});

test('returns the user’s store, or none for an admin without one', () => {
  const toStore = (row: ReturnType<typeof buildUser>) =>
    toAuthObject(
      toCaller(
        row,
        {},
        { exp: now.getTime() / 1000 },
        { configuredGroups: ['x-admin'], adminsNeedSecondFactor: false },
      ),
      { returnsAvailable: true },
    ).store;
  expect(toStore(buildUser())).toEqual({ storeId: 'UK-1', storeName: 'One' });
  expect(toStore(buildUser({ storeId: '', storeName: '' }))).toBeUndefined();
});

test.each<[string, string | undefined, Partial<User>, Partial<Session>]>([
  ['a user with the role', undefined, {}, {}],
  ['a disabled user', 'ExpiredToken', { enabled: false }, {}],
  ['a user whose sessions were ended', 'ExpiredToken', { validAfter: new Date(+now + 1).toISOString() }, {}],
  ['a revoked session', 'ExpiredToken', {}, { revoked: true }],
  ['an expired session', 'ExpiredToken', {}, { expiresAt: now.getTime() / 1000 }],
  ['a user outside the region’s groups', 'InsufficientAccess', { groups: ['x-admin', 'x-register-repairs'] }, {}],
  ['a user without the role', 'InsufficientAccess', { groups: ['x-NUK', 'x-admin'] }, {}],
])('authenticating %s with a valid token throws %s', async (_, code, overrides, sessionFields) => {
  const groups = { configuredGroups, adminsNeedSecondFactor: false };
  const session = { ...createSession('nuk', 'jti', 'sub-1', now), ...sessionFields };
  const tokens = { verify: async () => ({ sub: 'sub-1', origin_jti: 'jti', exp: now.getTime() / 1000 }) };
  const authenticateCaller = createAuthenticate({
    ...groups,
    tokens,
    readRows: async () => ({ user: buildUser(overrides), session }),
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
