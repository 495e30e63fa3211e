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
])('rejects %s: %s', (password, expected) => {
  expect(findPolicyViolation(strictPolicy, password)).toBe(expected);
});

// A space within the password counts as a symbol.
test.each(['Abcdefgh-1', 'Abcd efgh 1'])('accepts %s', (password) => {
  expect(findPolicyViolation(strictPolicy, password)).toBeUndefined();
});
