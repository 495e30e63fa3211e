import { expect, test } from '@jest/globals';
import { findPolicyViolation } from './passwords.ts';
import type { PasswordPolicy } from './settings.ts';

const strictPolicy: PasswordPolicy = {
  MinimumLength: 10,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  TemporaryPasswordValidityDays: 7,
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
])('reports the shortcoming of %s: %s', (password, expected) => {
  expect(findPolicyViolation(strictPolicy, password)).toBe(expected);
});
