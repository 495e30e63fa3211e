import { expect, test } from '@jest/globals';
import { newTemporaryPassword } from './ids.ts';
import { shortcoming } from './passwords.ts';
import type { PoolSettings } from './pool-settings.ts';

const strict: Pick<PoolSettings, 'Policies'> = {
  Policies: {
    PasswordPolicy: {
      MinimumLength: 10,
      RequireUppercase: true,
      RequireLowercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
    },
  },
};

test.each([
  ['Abcdefg-1', 'Password not long enough'],
  ['abcdefgh-1', 'Password must have uppercase characters'],
  ['ABCDEFGH-1', 'Password must have lowercase characters'],
  ['Abcdefgh-x', 'Password must have numeric characters'],
  ['Abcdefgh11', 'Password must have symbol characters'],
  [`Abcdefgh-1${'x'.repeat(250)}`, 'Password too long'],
  ['Abcdefgh-1', undefined],
  ['Abcd efgh 1', undefined],
])('%s: %s', (password, lack) => {
  expect(shortcoming(strict, password)).toBe(lack);
});

test('without a policy everything is required, from eight characters on', () => {
  expect(shortcoming({}, 'Abcde-1')).toBe('Password not long enough');
  expect(shortcoming({}, 'abcdefgh')).toBe('Password must have uppercase characters');
  expect(shortcoming({}, 'Abcdef-1')).toBeUndefined();
});

test('a temporary password made up by the pool satisfies the strictest policy', () => {
  for (let time = 0; time < 200; time++) expect(shortcoming(strict, newTemporaryPassword(12))).toBeUndefined();
});
