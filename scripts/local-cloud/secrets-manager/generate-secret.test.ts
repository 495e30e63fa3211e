import { expect, test } from '@jest/globals';
import { generateSecret, generateSecretString } from './secrets-manager.ts';

test('a generated secret has the length that was asked for, and one of each kind of sign', () => {
  for (let turn = 0; turn < 50; turn++) {
    const secret = generateSecret({ PasswordLength: 3 + turn, ExcludePunctuation: true });
    expect(secret).toHaveLength(3 + turn);
    expect(secret).toMatch(/^[A-Za-z0-9]+$/);
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/]) expect(secret).toMatch(kind);
  }
});

test.each([
  ['no room for each kind', { ExcludePunctuation: true, PasswordLength: 2 }],
  ['what is not emulated', { ExcludePunctuation: true, PasswordLength: 40, ExcludeCharacters: 'l' }],
])('refuses %s', (_, options) => {
  expect(generateSecretString.safeParse(options).success).toBe(false);
});
