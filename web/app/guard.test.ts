import { describe, expect, test } from 'vitest';
import type { Group } from '#shared/groups.ts';
import { repairsAudience, returnsAudience } from '#shared/policies.ts';
import type { Session } from '#web/session/session-store.ts';
import { guard } from './guard.ts';
import type { Verdict } from './guard.ts';

const sessionOf = (...userGroups: Group[]): Session => ({
  region: 'nuk',
  email: 'sam@example.com',
  userGroups,
  isAdminUser: userGroups.includes('admin'),
  isRegisterReturnsAllowed: false,
  jwt_expired: '2026-11-02T09:40:00.000Z',
});

const pages = {
  open: { audience: 'anyone' },
  login: { audience: 'anyone', isLogin: true },
  signedIn: { audience: 'authenticated' },
  repairs: { audience: repairsAudience },
  returns: { audience: returnsAudience, needsReturns: true },
  admin: { audience: ['admin'] },
} as const;

const users: Record<string, Session | undefined> = {
  'a visitor': undefined,
  'a user without a role': sessionOf('NUK'),
  'a repairs user': sessionOf('NUK', 'register-repairs'),
  'a returns user': sessionOf('NUK', 'register-returns'),
  'an admin': sessionOf('NUK', 'admin'),
  'an admin of another region': sessionOf('NFR', 'admin'),
};

const matrix: Record<keyof typeof users, Record<keyof typeof pages, Verdict>> = {
  'a visitor': {
    open: 'allow',
    login: 'allow',
    signedIn: 'signedOut',
    repairs: 'signedOut',
    returns: 'signedOut',
    admin: 'signedOut',
  },
  'a user without a role': {
    open: 'allow',
    login: 'signedIn',
    signedIn: 'allow',
    repairs: 'noRole',
    returns: 'noRole',
    admin: 'noRole',
  },
  'a repairs user': {
    open: 'allow',
    login: 'signedIn',
    signedIn: 'allow',
    repairs: 'allow',
    returns: 'noRole',
    admin: 'noRole',
  },
  'a returns user': {
    open: 'allow',
    login: 'signedIn',
    signedIn: 'allow',
    repairs: 'noRole',
    returns: 'allow',
    admin: 'noRole',
  },
  'an admin': {
    open: 'allow',
    login: 'signedIn',
    signedIn: 'allow',
    repairs: 'allow',
    returns: 'allow',
    admin: 'allow',
  },
  'an admin of another region': {
    open: 'allow',
    login: 'signedIn',
    signedIn: 'otherRegion',
    repairs: 'otherRegion',
    returns: 'otherRegion',
    admin: 'otherRegion',
  },
};

describe.each(Object.entries(matrix))('%s', (user, verdicts) => {
  test.each(Object.entries(verdicts))('%s: %s', (name, verdict) => {
    const page = pages[name as keyof typeof pages];
    expect(guard({ page, region: 'nuk', session: users[user], returnsAvailable: true })).toBe(verdict);
  });
});

test.each(['admin', 'register-repairs'] as const)(
  'where a region has no returns, that is why nobody sees their pages (%s)',
  (role) => {
    expect(
      guard({ page: pages.returns, region: 'nuk', session: sessionOf('NUK', role), returnsAvailable: false }),
    ).toBe('noReturns');
  },
);
