import { expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own } from './testing/steps.ts';

const { target, portal } = contractPortal();

const other = 'Another-pass-3!';
const mailsTo = (email: string) => target.mails.filter(({ to }) => to === email);
const codeOf = (email: string) => /\d{6}/.exec(mailsTo(email).at(-1)?.html ?? '')?.[0] ?? '';
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const mismatch = 'CodeMismatchException: Invalid verification code provided, please try again.';
const expired = 'ExpiredCodeException: Invalid code provided, please request a code again.';
const tooMany = 'LimitExceededException: Attempt limit exceeded, please try after some time.';

testWith('inbox')('the code of an email counts once, for a password that fits the policy', async () => {
  await portal.confirmed('forgot@example.com');
  await portal.forgot('forgot@example.com');
  const code = codeOf('forgot@example.com');
  const confirm = (given: string, password = other) =>
    refusal(portal.confirmForgot('forgot@example.com', given, password));
  expect(await confirm(otherThan(code))).toBe(mismatch);
  expect(await confirm(code, 'weak')).toContain('InvalidPasswordException');
  expect(await confirm(code)).toBe('not refused');
  expect(await refusal(portal.start('forgot@example.com', own))).toContain('NotAuthorizedException');
  expect(await confirm(code)).toBe(expired);
});

testWith('clock')('a code lives for an hour, and a new one replaces it', async () => {
  await portal.confirmed('hour@example.com');
  await portal.forgot('hour@example.com');
  const first = codeOf('hour@example.com');
  target.advance(3601);
  expect(await refusal(portal.confirmForgot('hour@example.com', first))).toBe(expired);
  await portal.forgot('hour@example.com');
  const second = codeOf('hour@example.com');
  if (first !== second) expect(await refusal(portal.confirmForgot('hour@example.com', first))).toBe(mismatch);
  await portal.confirmForgot('hour@example.com', second);
});

testWith('clock')('too many codes asked for, or tried, are refused for an hour, known address or not', async () => {
  await portal.confirmed('limit@example.com');
  for (const name of ['limit@example.com', 'limit-nobody@example.com']) {
    for (let request = 0; request < 5; request++) await portal.forgot(name);
    expect(await refusal(portal.forgot(name))).toBe(tooMany);
    const wrong = otherThan(codeOf(name));
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await refusal(portal.confirmForgot(name, wrong))).toBe(mismatch);
    expect(await refusal(portal.confirmForgot(name, wrong))).toBe(tooMany);
  }
  target.advance(3601);
  expect(await refusal(portal.forgot('limit@example.com'))).toBe('not refused');
});

test('who has no code to get is not told so: unknown, disabled or with an unproved address', async () => {
  await portal.confirmed('disabled@example.com');
  await portal.disable('disabled@example.com');
  const UserAttributes = [{ Name: 'email', Value: 'unverified@example.com' }];
  await portal.confirmed('unverified@example.com', { UserAttributes });
  for (const name of ['ghost@example.com', 'disabled@example.com', 'unverified@example.com']) {
    expect(await refusal(portal.forgot(name))).toBe('not refused');
    expect(mailsTo(name)).toEqual([]);
  }
  expect(await refusal(portal.confirmForgot('ghost@example.com', '123456'))).toContain('CodeMismatchException');
});

test('an invited user resets nothing', async () => {
  await portal.invite('invited@example.com');
  expect(await refusal(portal.forgot('invited@example.com'))).toBe(
    'NotAuthorizedException: User password cannot be reset in the current state.',
  );
});

test('a code that was never asked for has expired', async () => {
  await portal.confirmed('early@example.com');
  expect(await refusal(portal.confirmForgot('early@example.com', '123456'))).toContain('ExpiredCodeException');
});

testWith('clock')('ChangePassword wants the old password and the policy, and stops who guesses', async () => {
  const { AccessToken } = await portal.signedIn('change@example.com');
  const change = (PreviousPassword: string, ProposedPassword = other) =>
    refusal(portal.cognito.changePassword({ AccessToken, PreviousPassword, ProposedPassword }));
  expect(await change(own, 'lower-case-1!')).toBe(
    'InvalidPasswordException: Password did not conform with policy: Password must have uppercase characters',
  );
  for (let attempt = 0; attempt < 4; attempt++)
    expect(await change('Wrong-pass-9!')).toBe('NotAuthorizedException: Incorrect username or password.');
  expect(await change('Wrong-pass-9!')).toBe(tooMany);
});
