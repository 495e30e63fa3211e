import { expect, test } from 'vitest';
import { buildAuth } from '#web/testing/auth.ts';
import { forgetUser, rememberUser, toKnownUser } from './known-user.ts';
import { readKnownUser } from './read-known-user.ts';

const auth = buildAuth(['NUK', 'register-repairs']);

test('remembers the user of each region without the email address', () => {
  rememberUser('nuk', auth);
  expect(readKnownUser('nuk')).toEqual(toKnownUser('nuk', auth));
  expect(readKnownUser('nfr')).toBeUndefined();
  expect(JSON.stringify({ ...localStorage })).not.toContain('@');
  forgetUser('nuk');
  expect(readKnownUser('nuk')).toBeUndefined();
});

test.each(['', '{', 'null', '"NUK"', '[]', '{}', '{"userGroups":"NUK"}'])('ignores the invalid value %j', (value) => {
  localStorage.setItem('session.nuk.user', value);
  expect(readKnownUser('nuk')).toBeUndefined();
});
