import { expect, test } from 'vitest';
import { buildAuth } from '#web/testing/auth.ts';
import { forgetUser, rememberUser, toKnownUser } from './known-user.ts';
import { readKnownUser } from './read-known-user.ts';

const auth = buildAuth(['NUK', 'register-repairs']);
const sessionEnd = Date.parse('2026-11-02T21:00:00.000Z');

test('remembers the user of each session without the email address', () => {
  rememberUser('nuk', auth, sessionEnd);
  expect(readKnownUser('nuk', sessionEnd)).toEqual(toKnownUser('nuk', auth));
  expect(readKnownUser('nuk', sessionEnd + 1)).toBeUndefined();
  expect(readKnownUser('nfr', sessionEnd)).toBeUndefined();
  expect(JSON.stringify({ ...localStorage })).not.toContain('@');
  forgetUser('nuk');
  expect(readKnownUser('nuk', sessionEnd)).toBeUndefined();
});

test('remembers no user of a session whose end is unknown', () => {
  rememberUser('nuk', auth, Number.POSITIVE_INFINITY);
  expect({ ...localStorage }).toEqual({});
});

const valid = { ...toKnownUser('nuk', auth), absolute: sessionEnd };
test.each([
  '',
  '{',
  'null',
  '"NUK"',
  '[]',
  '{}',
  ...['userGroups', 'isAdminUser', 'isRegisterReturnsAllowed', 'emailHash', 'absolute'].map((name) =>
    JSON.stringify({ ...valid, [name]: undefined }),
  ),
  JSON.stringify({ ...valid, userGroups: [1] }),
])('ignores the invalid value %j', (value) => {
  localStorage.setItem('session.nuk.user', value);
  expect(readKnownUser('nuk', sessionEnd)).toBeUndefined();
});
