import { expect, test } from '@jest/globals';
import type { User } from '#lambdas/directory/user-row.ts';
import { now, userWith } from '#lambdas/testing/callers.ts';
import { obstaclesOf } from './list.ts';

const settings = { configuredGroups: ['dev-admin', 'dev-register-repairs', 'dev-NUK'], adminsNeedSecondFactor: false };
const adminWith = (change: Partial<User> = {}) => userWith({ groups: ['dev-admin', 'dev-NUK'], ...change });
const typesOf = (change: Partial<User>, more: Partial<typeof settings> = {}) =>
  obstaclesOf(adminWith(change), {}, { ...settings, ...more }, now).map(({ type }) => type);

test.each<[string, Partial<User>, string[]]>([
  ['nothing', {}, []],
  ['disabled', { enabled: false }, ['disabled']],
  ['an open invitation', { status: 'invited', inviteExpiresAt: '2026-11-22T10:00:00.000Z' }, ['invited']],
  ['an invitation that runs out now', { status: 'invited', inviteExpiresAt: now.toISOString() }, ['inviteExpired']],
  [
    'an invitation that has run out',
    { status: 'invited', inviteExpiresAt: '2026-11-20T10:00:00.000Z' },
    ['inviteExpired'],
  ],
  [
    'whose email came back',
    {
      invitedAt: '2026-11-01T08:00:00.000Z',
      lastSignInAt: '2026-11-02T08:00:00.000Z',
      bouncedAt: '2026-11-03T08:00:00.000Z',
    },
    ['emailBounced'],
  ],
  [
    'whose email came back before they signed in',
    { lastSignInAt: '2026-11-04T08:00:00.000Z', bouncedAt: '2026-11-03T08:00:00.000Z' },
    [],
  ],
  [
    'whose invitation was noted a moment after it had come back',
    {
      invitedAt: '2026-11-03T08:00:02.000Z',
      bouncedAt: '2026-11-03T08:00:01.000Z',
      lastSignInAt: undefined,
    },
    ['emailBounced'],
  ],
  [
    'who was invited again after it came back',
    { invitedAt: '2026-11-04T08:00:00.000Z', bouncedAt: '2026-11-03T08:00:00.000Z', lastSignInAt: undefined },
    [],
  ],
  ['outside the region', { groups: ['dev-admin'] }, ['outsideRegion']],
  ['in no group', { groups: ['dev-NUK', 'somebody-elses-admin'] }, ['noRole']],
])('%s', (_, change, expected) => expect(typesOf(change)).toEqual(expected));

test('too many attempts and too many codes, and until when', () => {
  const locks = { signIn: new Date('2026-11-21T10:15:00.000Z'), codes: new Date('2026-11-21T10:05:00.000Z') };
  expect(obstaclesOf(adminWith(), locks, settings, now)).toEqual([
    { type: 'tooManyAttempts', until: '2026-11-21T10:15:00.000Z' },
    { type: 'tooManyCodes', until: '2026-11-21T10:05:00.000Z' },
  ]);
});

test('an admin without one-time codes, where the stage demands them', () => {
  const demanded = { adminsNeedSecondFactor: true };
  expect(typesOf({}, demanded)).toEqual(['secondFactorMissing']);
  expect(typesOf({ secondFactor: true }, demanded)).toEqual([]);
  expect(typesOf({ groups: ['dev-register-repairs', 'dev-NUK'] }, demanded)).toEqual([]);
});
