import { describe, expect, test } from 'vitest';
import type { Group } from '#shared/groups.ts';
import { repairsAudience, returnsAudience } from '#shared/policies.ts';
import type { Session } from '#web/session/session-store.ts';
import { authFor } from '#web/testing/auth.ts';
import { guard } from './guard.ts';
import type { Verdict } from './guard.ts';

const sessionOf = (...userGroups: Group[]): Session => ({ ...authFor(userGroups), region: 'nuk' });

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

/** A verdict for each page, in their order. */
const matrix: Record<keyof typeof users, readonly Verdict[]> = {
  'a visitor': ['allow', 'allow', 'signedOut', 'signedOut', 'signedOut', 'signedOut'],
  'a user without a role': ['allow', 'signedIn', 'allow', 'noRole', 'noRole', 'noRole'],
  'a repairs user': ['allow', 'signedIn', 'allow', 'allow', 'noRole', 'noRole'],
  'a returns user': ['allow', 'signedIn', 'allow', 'noRole', 'allow', 'noRole'],
  'an admin': ['allow', 'signedIn', 'allow', 'allow', 'allow', 'allow'],
  'an admin of another region': ['allow', 'signedIn', 'otherRegion', 'otherRegion', 'otherRegion', 'otherRegion'],
};

describe.each(Object.entries(matrix))('%s', (user, verdicts) => {
  test.each(Object.entries(pages).map(([name, page], at) => [name, verdicts[at], page] as const))(
    '%s: %s',
    (_, verdict, page) => {
      expect(guard({ page, region: 'nuk', session: users[user], returnsAvailable: true })).toBe(verdict);
    },
  );
});

test.each(['admin', 'register-repairs'] as const)(
  'where a region has no returns, that is why nobody sees their pages (%s)',
  (role) => {
    expect(
      guard({ page: pages.returns, region: 'nuk', session: sessionOf('NUK', role), returnsAvailable: false }),
    ).toBe('noReturns');
  },
);
