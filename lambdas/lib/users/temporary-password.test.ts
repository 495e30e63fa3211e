import { randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { findPasswordWeakness } from '#shared/users/easy-password.ts';
import { createTemporaryPassword } from './temporary-password.ts';

test('createTemporaryPassword meets the policy and is safe in HTML', () => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const password = createTemporaryPassword(randomInt);
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z0-9]).{16}$/);
    expect(password).not.toMatch(/[<>&"'{}]/);
    expect(password.replaceAll(/[a-zA-Z0-9]/g, '')).toHaveLength(1);
  }
});

test('createTemporaryPassword is never easy to guess', () => {
  for (let attempt = 0; attempt < 500; attempt += 1)
    expect(findPasswordWeakness(createTemporaryPassword(randomInt), {})).toBeUndefined();
});
