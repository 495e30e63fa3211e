import { expect, test } from 'vitest';
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

/** A verdict for each page, in their order. */
test.each<[string, Session | undefined, readonly Verdict[]]>([
  ['a visitor', undefined, ['allow', 'allow', 'signedOut', 'signedOut', 'signedOut', 'signedOut']],
  ['a user without a role', sessionOf('NUK'), ['allow', 'signedIn', 'allow', 'noRole', 'noRole', 'noRole']],
  ['a repairs user', sessionOf('NUK', 'register-repairs'), ['allow', 'signedIn', 'allow', 'allow', 'noRole', 'noRole']],
  ['a returns user', sessionOf('NUK', 'register-returns'), ['allow', 'signedIn', 'allow', 'noRole', 'allow', 'noRole']],
  ['an admin', sessionOf('NUK', 'admin'), ['allow', 'signedIn', 'allow', 'allow', 'allow', 'allow']],
  [
    'an admin of another region',
    sessionOf('NFR', 'admin'),
    ['allow', 'signedIn', 'otherRegion', 'otherRegion', 'otherRegion', 'otherRegion'],
  ],
])('what %s may see', (_, session, verdicts) =>
  expect(Object.values(pages).map((page) => guard({ page, region: 'nuk', session, returnsAvailable: true }))).toEqual(
    verdicts,
  ),
);

test.each(['admin', 'register-repairs'] as const)(
  'where a region has no returns, that is why nobody sees their pages (%s)',
  (role) => {
    const session = sessionOf('NUK', role);
    expect(guard({ page: pages.returns, region: 'nuk', session, returnsAvailable: false })).toBe('noReturns');
  },
);
