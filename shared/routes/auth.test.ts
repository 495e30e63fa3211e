import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { check } from '#shared/validation.ts';
import { auth } from './auth.ts';

const today = { today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 };
const chosen = 'Chosen-Password-1!';
const problems = (route: (typeof auth)[keyof typeof auth], input: Record<string, unknown>) => {
  const checked = check(route, { region: 'nuk', ...input }, today);
  return checked.ok ? [] : checked.problems.map(({ path, rule }) => `${path}: ${rule}`);
};

describe('signing in', () => {
  test('the address is trimmed and lower-cased, the password taken to the letter', () => {
    const input = { region: 'nuk', email: ' Anna@Store.Example ', password: '  pass wörd ', captcha: 'token' };
    expect(check(auth.login, input, today)).toMatchObject({
      ok: true,
      data: { email: 'anna@store.example', password: '  pass wörd ' },
    });
  });

  test.each([
    ['', 'email: required'],
    ['   ', 'email: required'],
    ['anna', 'email: email'],
    ['anna@store', 'email: email'],
    [`${'a'.repeat(limits.text.email)}@x.example`, 'email: maxLength'],
  ])('the address %j is refused at its field', (email, problem) => {
    expect(problems(auth.login, { email, password: 'x', captcha: 'token' })).toEqual([problem]);
  });
});

describe('a new password', () => {
  test.each([
    ['Short-1!', 'too short'],
    ['no-upper-case-1', 'no upper case'],
    ['NO-LOWER-CASE-1', 'no lower case'],
    ['No-Number-Here', 'no number'],
    ['NoSymbolHere123', 'no symbol'],
    ['Ümläute-123x', 'an umlaut is no upper case of the policy'],
    [' NoSymbol123', 'a space at an end is no symbol'],
  ])('%j is refused: %s', (newPassword) => {
    expect(problems(auth.setPassword, { newPassword, confirmPassword: newPassword })).toEqual([
      'newPassword: password',
    ]);
  });

  test.each([chosen, 'With Space 123', 'Xümläute-123x', '日本語-Passwort-1'])('%j is taken', (newPassword) => {
    expect(problems(auth.setPassword, { newPassword, confirmPassword: newPassword })).toEqual([]);
  });

  test('must be typed the same twice, and not be the old one', () => {
    expect(problems(auth.setPassword, { newPassword: chosen, confirmPassword: `${chosen} ` })).toEqual([
      'confirmPassword: passwordsMatch',
    ]);
    expect(
      problems(auth.changePassword, { oldPassword: chosen, newPassword: chosen, confirmPassword: chosen }),
    ).toEqual(['newPassword: passwordUnchanged']);
  });

  test('is not longer than Cognito takes', () => {
    const long = `${chosen}${'x'.repeat(limits.password.maxLength)}`;
    expect(problems(auth.setPassword, { newPassword: long, confirmPassword: long })).toContain(
      'newPassword: maxLength',
    );
  });
});

test.each([
  ['', 'required'],
  ['12345a', 'pattern'],
  ['1'.repeat(21), 'maxLength'],
])('the code %j is refused at its field', (code, rule) => {
  expect(
    problems(auth.resetPassword, {
      email: 'a@b.example',
      code,
      newPassword: chosen,
      confirmPassword: chosen,
      captcha: 'token',
    }),
  ).toEqual([`code: ${rule}`]);
});

test.each([
  ['signing in', auth.login, { password: 'x' }],
  ['a code', auth.requestCode, {}],
  ['a new password with a code', auth.resetPassword, { code: '123456', newPassword: chosen, confirmPassword: chosen }],
])('without a ticked box there is no %s', (_, route, input) => {
  expect(problems(route, { email: 'a@b.example', ...input })).toEqual(['captcha: required']);
});
