import { expect, test } from '@jest/globals';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { now, buildStoredUser } from '#lambdas/testing/callers.ts';
import { findSignInObstacles } from './list-users.ts';

const settings = { configuredGroups: ['dev-admin', 'dev-register-repairs', 'dev-NUK'], adminsNeedSecondFactor: false };
const buildAdmin = (overrides: Partial<User> = {}) =>
  buildStoredUser({ groups: ['dev-admin', 'dev-NUK'], ...overrides });
const listTypes = (overrides: Partial<User>, extraSettings: Partial<typeof settings> = {}) =>
  findSignInObstacles(buildAdmin(overrides), {}, { ...settings, ...extraSettings }, now).map(({ type }) => type);

test.each<[string, Partial<User>, string[]]>([
  ['an unrestricted user', {}, []],
  ['a disabled user', { enabled: false }, ['disabled']],
  ['an open invitation', { status: 'invited', inviteExpiresAt: '2026-11-22T10:00:00.000Z' }, ['invited']],
  ['an invitation that expires now', { status: 'invited', inviteExpiresAt: now.toISOString() }, ['inviteExpired']],
  ['an expired invitation', { status: 'invited', inviteExpiresAt: '2026-11-20T10:00:00.000Z' }, ['inviteExpired']],
  [
    'a bounced email',
    {
      invitedAt: '2026-11-01T08:00:00.000Z',
      lastSignInAt: '2026-11-02T08:00:00.000Z',
      bouncedAt: '2026-11-03T08:00:00.000Z',
    },
    ['emailBounced'],
  ],
  [
    'a bounce before the last sign-in',
    { lastSignInAt: '2026-11-04T08:00:00.000Z', bouncedAt: '2026-11-03T08:00:00.000Z' },
    [],
  ],
  [
    'an invitation recorded just after its bounce',
    {
      invitedAt: '2026-11-03T08:00:02.000Z',
      bouncedAt: '2026-11-03T08:00:01.000Z',
      lastSignInAt: undefined,
    },
    ['emailBounced'],
  ],
  [
    'a new invitation after a bounce',
    { invitedAt: '2026-11-04T08:00:00.000Z', bouncedAt: '2026-11-03T08:00:00.000Z', lastSignInAt: undefined },
    [],
  ],
  ['a user outside the region', { groups: ['dev-admin'] }, ['outsideRegion']],
  ['a user without a role', { groups: ['dev-NUK', 'somebody-elses-admin'] }, ['noRole']],
])('returns the sign-in obstacles of %s', (_, overrides, expected) => expect(listTypes(overrides)).toEqual(expected));

test('returns the ends of the blocks after failed sign-ins and wrong codes', () => {
  const blockEnds = {
    signInBlockEnd: new Date('2026-11-21T10:15:00.000Z'),
    codeBlockEnd: new Date('2026-11-21T10:05:00.000Z'),
  };
  expect(findSignInObstacles(buildAdmin(), blockEnds, settings, now)).toEqual([
    { type: 'tooManyAttempts', until: '2026-11-21T10:15:00.000Z' },
    { type: 'tooManyCodes', until: '2026-11-21T10:05:00.000Z' },
  ]);
});

test('reports a missing second factor if the stage requires it', () => {
  const stageSettings = { adminsNeedSecondFactor: true };
  expect(listTypes({}, stageSettings)).toEqual(['secondFactorMissing']);
  expect(listTypes({ secondFactor: true }, stageSettings)).toEqual([]);
  expect(listTypes({ groups: ['dev-register-repairs', 'dev-NUK'] }, stageSettings)).toEqual([]);
});
