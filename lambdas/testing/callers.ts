import type { Caller } from '#lambdas/lib/http/caller.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildUserRow } from '#lambdas/lib/users/user-row.ts';

/** Time of all test calls. */
export const now = new Date('2026-11-21T10:00:00.000Z');

export const staff: Caller = {
  sub: 'sub-1',
  email: 'anna@store.example',
  storeId: 'UK-1',
  storeName: 'One',
  userGroups: ['register-repairs', 'register-returns', 'NUK'],
  tokenExpiresAt: '2026-11-21T10:10:00.000Z',
};
export const admin: Caller = { ...staff, sub: 'sub-4', email: 'admin@store.example', userGroups: ['admin', 'NUK'] };

export const buildContext = (caller: Caller) => ({
  caller,
  now,
  cookies: [],
  site: 'https://portal.example',
  requestId: 'request-1',
  userAgent: '',
  setLogSubject: () => {},
});

/** Builds the row of the user who signs in as `staff`. */
export const buildStoredUser = (overrides: Partial<User> = {}): User =>
  buildUserRow({
    region: 'nuk',
    sub: staff.sub,
    email: staff.email,
    storeId: staff.storeId,
    storeName: staff.storeName,
    groups: [],
    enabled: true,
    status: 'confirmed',
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    ...overrides,
  });
