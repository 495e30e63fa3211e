import { describe, expect, test } from '@jest/globals';
import { validate } from '#shared/api/validation.ts';
import { limits } from '#shared/config/limits.ts';
import { auth } from './auth.ts';

const context = { today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 };
const validPassword = 'Chosen-Password-1!';
const findProblems = (route: (typeof auth)[keyof typeof auth], input: Record<string, unknown>) => {
  const result = validate(route, { region: 'nuk', ...input }, context);
  return result.ok ? [] : result.problems.map(({ path, rule }) => `${path}: ${rule}`);
};

describe('login', () => {
  test('normalizes the email address, but not the password', () => {
    const input = { region: 'nuk', email: ' Anna@Store.Example ', password: '  pass wörd ', captcha: 'token' };
    expect(validate(auth.login, input, context)).toMatchObject({
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
  ])('rejects the email address %j', (email, problem) => {
    expect(findProblems(auth.login, { email, password: 'x', captcha: 'token' })).toEqual([problem]);
  });
});

describe('new password', () => {
  test.each([
    ['Short-1!', 'too short'],
    ['no-upper-case-1', 'no upper case'],
    ['NO-LOWER-CASE-1', 'no lower case'],
    ['No-Number-Here', 'no number'],
    ['NoSymbolHere123', 'no symbol'],
    ['Ümläute-123x', 'an umlaut is not an upper-case letter of the policy'],
    [' NoSymbol123', 'a leading space is not a symbol'],
  ])('rejects %j: %s', (newPassword) => {
    expect(findProblems(auth.setPassword, { newPassword, confirmPassword: newPassword })).toEqual([
      'newPassword: password',
    ]);
  });

  test.each([validPassword, 'With Space 123', 'Xümläute-123x', '日本語-Passwort-1'])('accepts %j', (newPassword) => {
    expect(findProblems(auth.setPassword, { newPassword, confirmPassword: newPassword })).toEqual([]);
  });

  test('must be confirmed and differ from the old one', () => {
    expect(
      findProblems(auth.setPassword, { newPassword: validPassword, confirmPassword: `${validPassword} ` }),
    ).toEqual(['confirmPassword: passwordsMatch']);
    expect(
      findProblems(auth.changePassword, {
        oldPassword: validPassword,
        newPassword: validPassword,
        confirmPassword: validPassword,
      }),
    ).toEqual(['newPassword: passwordUnchanged']);
  });

  test('has Cognito’s maximum length', () => {
    const long = `${validPassword}${'x'.repeat(limits.password.maxLength)}`;
    expect(findProblems(auth.setPassword, { newPassword: long, confirmPassword: long })).toContain(
      'newPassword: maxLength',
    );
  });
});

test.each([
  ['', 'required'],
  ['12345a', 'pattern'],
  ['1'.repeat(21), 'maxLength'],
])('rejects the code %j', (code, rule) => {
  expect(
    findProblems(auth.resetPassword, {
      email: 'a@b.example',
      code,
      newPassword: validPassword,
      confirmPassword: validPassword,
      captcha: 'token',
    }),
  ).toEqual([`code: ${rule}`]);
});

test.each([
  ['login', auth.login, { password: 'x' }],
  ['requestCode', auth.requestCode, {}],
  ['resetPassword', auth.resetPassword, { code: '123456', newPassword: validPassword, confirmPassword: validPassword }],
])('%s requires a captcha', (_, route, input) => {
  expect(findProblems(route, { email: 'a@b.example', ...input })).toEqual(['captcha: required']);
});
