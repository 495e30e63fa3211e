import { expect, test } from '@jest/globals';
import { toOutcome, testIfTargetHas } from '#scripts/local-cloud/testing/cognito-target.ts';
import { openPortalPool, permanentPassword } from './testing/steps.ts';

const { target, portal } = openPortalPool();

const newPassword = 'Another-pass-3!';
const findMails = (email: string) => target.mails.filter(({ to }) => to === email);
const findLatestCode = (email: string) => /\d{6}/.exec(findMails(email).at(-1)?.html ?? '')?.[0] ?? '';
const toWrongCode = (code: string) => (code === '000000' ? '000001' : '000000');
const mismatchError = 'CodeMismatchException: Invalid verification code provided, please try again.';
const expiredError = 'ExpiredCodeException: Invalid code provided, please request a code again.';
const limitError = 'LimitExceededException: Attempt limit exceeded, please try after some time.';

testIfTargetHas('inbox')('accepts an emailed code once, with a valid password', async () => {
  await portal.createConfirmedUser('forgot@example.com');
  await portal.forgotPassword('forgot@example.com');
  const code = findLatestCode('forgot@example.com');
  const confirm = (enteredCode: string, password = newPassword) =>
    toOutcome(portal.confirmForgotPassword('forgot@example.com', enteredCode, password));
  expect(await confirm(toWrongCode(code))).toBe(mismatchError);
  expect(await confirm(code, 'weak')).toContain('InvalidPasswordException');
  expect(await confirm(code)).toBe('succeeded');
  expect(await toOutcome(portal.startSignIn('forgot@example.com', permanentPassword))).toContain(
    'NotAuthorizedException',
  );
  expect(await confirm(code)).toBe(expiredError);
});

testIfTargetHas('clock')('expires a code after an hour or when a new one is sent', async () => {
  await portal.createConfirmedUser('hour@example.com');
  await portal.forgotPassword('hour@example.com');
  const firstCode = findLatestCode('hour@example.com');
  target.advanceClock(3601);
  expect(await toOutcome(portal.confirmForgotPassword('hour@example.com', firstCode))).toBe(expiredError);
  await portal.forgotPassword('hour@example.com');
  const secondCode = findLatestCode('hour@example.com');
  if (firstCode !== secondCode)
    expect(await toOutcome(portal.confirmForgotPassword('hour@example.com', firstCode))).toBe(mismatchError);
  await portal.confirmForgotPassword('hour@example.com', secondCode);
});

testIfTargetHas('clock')('limits code requests and attempts per hour, even for unknown emails', async () => {
  await portal.createConfirmedUser('limit@example.com');
  for (const name of ['limit@example.com', 'limit-nobody@example.com']) {
    for (let request = 0; request < 5; request++) await portal.forgotPassword(name);
    expect(await toOutcome(portal.forgotPassword(name))).toBe(limitError);
    const wrongCode = toWrongCode(findLatestCode(name));
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await toOutcome(portal.confirmForgotPassword(name, wrongCode))).toBe(mismatchError);
    expect(await toOutcome(portal.confirmForgotPassword(name, wrongCode))).toBe(limitError);
  }
  target.advanceClock(3601);
  expect(await toOutcome(portal.forgotPassword('limit@example.com'))).toBe('succeeded');
});

test('hides that an unknown, disabled or unverified user gets no code', async () => {
  await portal.createConfirmedUser('disabled@example.com');
  await portal.disable('disabled@example.com');
  const UserAttributes = [{ Name: 'email', Value: 'unverified@example.com' }];
  await portal.createConfirmedUser('unverified@example.com', { UserAttributes });
  for (const name of ['ghost@example.com', 'disabled@example.com', 'unverified@example.com']) {
    expect(await toOutcome(portal.forgotPassword(name))).toBe('succeeded');
    expect(findMails(name)).toEqual([]);
  }
  expect(await toOutcome(portal.confirmForgotPassword('ghost@example.com', '123456'))).toContain(
    'CodeMismatchException',
  );
});

test('rejects a reset for an invited user', async () => {
  await portal.invite('invited@example.com');
  expect(await toOutcome(portal.forgotPassword('invited@example.com'))).toBe(
    'NotAuthorizedException: User password cannot be reset in the current state.',
  );
});

test('reports an expired code if none was requested', async () => {
  await portal.createConfirmedUser('early@example.com');
  expect(await toOutcome(portal.confirmForgotPassword('early@example.com', '123456'))).toContain(
    'ExpiredCodeException',
  );
});

testIfTargetHas('clock')('ChangePassword checks the old password, policy and attempt limit', async () => {
  const { AccessToken } = await portal.createSignedInUser('change@example.com');
  const change = (PreviousPassword: string, ProposedPassword = newPassword) =>
    toOutcome(portal.cognito.changePassword({ AccessToken, PreviousPassword, ProposedPassword }));
  expect(await change(permanentPassword, 'lower-case-1!')).toBe(
    'InvalidPasswordException: Password did not conform with policy: Password must have uppercase characters',
  );
  for (let attempt = 0; attempt < 4; attempt++)
    expect(await change('Wrong-pass-9!')).toBe('NotAuthorizedException: Incorrect username or password.');
  expect(await change('Wrong-pass-9!')).toBe(limitError);
});
