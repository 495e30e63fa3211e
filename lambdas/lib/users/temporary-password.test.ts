import { randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { findPasswordWeakness } from '#shared/users/easy-password.ts';
import { newPassword } from './temporary-password.ts';

test('newPassword meets the policy and is safe in HTML', () => {
  for (let time = 0; time < 200; time += 1) {
    const password = newPassword(randomInt);
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z0-9]).{16}$/);
    expect(password).not.toMatch(/[<>&"'{}]/);
    expect(password.replaceAll(/[a-zA-Z0-9]/g, '')).toHaveLength(1);
  }
});

test('newPassword is never easy to guess', () => {
  for (let times = 0; times < 500; times += 1) expect(findPasswordWeakness(newPassword(randomInt), {})).toBeUndefined();
});
