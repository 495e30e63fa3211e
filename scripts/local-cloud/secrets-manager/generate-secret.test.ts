import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { generateSecret } from './generate-secret.ts';

test('a generated password has the length and only the characters that were asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 100 }), fc.string({ maxLength: 5 }), (PasswordLength, ExcludeCharacters) => {
      const password = generateSecret({ PasswordLength, ExcludePunctuation: true, ExcludeCharacters });
      expect(password).toHaveLength(PasswordLength);
      expect(password).toMatch(/^[A-Za-z0-9]+$/);
      for (const char of ExcludeCharacters) expect(password).not.toContain(char);
    }),
  );
});

test('32 characters with one of each kind are generated unless told otherwise', () => {
  for (let turn = 0; turn < 50; turn++) {
    const password = generateSecret({});
    expect(password).toHaveLength(32);
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9 ]/]) expect(password).toMatch(kind);
  }
});

test('the password goes into the template under its key', () => {
  expect(
    JSON.parse(
      generateSecret({ SecretStringTemplate: '{"user":"portal"}', GenerateStringKey: 'password', PasswordLength: 10 }),
    ),
  ).toEqual({
    user: 'portal',
    password: expect.stringMatching(/^.{10}$/),
  });
});

test.each([
  [
    'nothing to choose from',
    { ExcludeLowercase: true, ExcludeUppercase: true, ExcludeNumbers: true, ExcludePunctuation: true },
  ],
  ['no room for each kind', { PasswordLength: 3 }],
  ['a template without a key', { SecretStringTemplate: '{}' }],
])('refuses %s', (_, options) => {
  expect(() => generateSecret(options)).toThrow();
});
