import { expect, test } from 'vitest';
import { repairsAudience, returnsAudience } from '#shared/api/policies.ts';
import type { Group } from '#shared/users/groups.ts';
import type { Session } from '#web/session/session-store.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { guard } from './guard.ts';
import type { Verdict } from './guard.ts';

const createSession = (...userGroups: Group[]): Session => ({ ...buildAuth(userGroups), region: 'nuk' });

const pages = {
  open: { audience: 'anyone' },
  signedIn: { audience: 'authenticated' },
  repairs: { audience: repairsAudience },
  returns: { audience: returnsAudience, needsReturns: true },
  admin: { audience: ['admin'] },
} as const;

// One verdict per page, in the order of `pages`.
test.each<[string, Session | undefined, readonly Verdict[]]>([
  ['a visitor', undefined, ['allow', 'signedOut', 'signedOut', 'signedOut', 'signedOut']],
  ['a user without a role', createSession('NUK'), ['allow', 'allow', 'noRole', 'noRole', 'noRole']],
  ['a repairs user', createSession('NUK', 'register-repairs'), ['allow', 'allow', 'allow', 'noRole', 'noRole']],
  ['a returns user', createSession('NUK', 'register-returns'), ['allow', 'allow', 'noRole', 'allow', 'noRole']],
  ['an admin', createSession('NUK', 'admin'), ['allow', 'allow', 'allow', 'allow', 'allow']],
  [
    'an admin of another region',
    createSession('NFR', 'admin'),
    ['allow', 'otherRegion', 'otherRegion', 'otherRegion', 'otherRegion'],
  ],
])('returns the verdict per page for %s', (_, session, verdicts) =>
  expect(Object.values(pages).map((page) => guard({ page, region: 'nuk', session, returnsAvailable: true }))).toEqual(
    verdicts,
  ),
);

test.each(['admin', 'register-repairs'] as const)('returns noReturns in a region without returns (%s)', (role) => {
  const session = createSession('NUK', role);
  expect(guard({ page: pages.returns, region: 'nuk', session, returnsAvailable: false })).toBe('noReturns');
});
