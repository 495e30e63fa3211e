import { expect, test } from '@jest/globals';
import { toOutcome, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, permanentPassword } from './testing/steps.ts';

const { target, portal } = contractPortal();

const newPassword = 'Another-pass-3!';
const findMails = (email: string) => target.mails.filter(({ to }) => to === email);
const latestCode = (email: string) => /\d{6}/.exec(findMails(email).at(-1)?.html ?? '')?.[0] ?? '';
const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000');
const mismatch = 'CodeMismatchException: Invalid verification code provided, please try again.';
const expired = 'ExpiredCodeException: Invalid code provided, please request a code again.';
const tooMany = 'LimitExceededException: Attempt limit exceeded, please try after some time.';

testWith('inbox')('accepts an emailed code once, with a valid password', async () => {
  await portal.confirmed('forgot@example.com');
  await portal.forgot('forgot@example.com');
  const code = latestCode('forgot@example.com');
  const confirm = (enteredCode: string, password = newPassword) =>
    toOutcome(portal.confirmForgot('forgot@example.com', enteredCode, password));
  expect(await confirm(wrongCodeFor(code))).toBe(mismatch);
  expect(await confirm(code, 'weak')).toContain('InvalidPasswordException');
  expect(await confirm(code)).toBe('succeeded');
  expect(await toOutcome(portal.start('forgot@example.com', permanentPassword))).toContain('NotAuthorizedException');
  expect(await confirm(code)).toBe(expired);
});

testWith('clock')('expires a code after an hour or when a new one is sent', async () => {
  await portal.confirmed('hour@example.com');
  await portal.forgot('hour@example.com');
  const first = latestCode('hour@example.com');
  target.advance(3601);
  expect(await toOutcome(portal.confirmForgot('hour@example.com', first))).toBe(expired);
  await portal.forgot('hour@example.com');
  const second = latestCode('hour@example.com');
  if (first !== second) expect(await toOutcome(portal.confirmForgot('hour@example.com', first))).toBe(mismatch);
  await portal.confirmForgot('hour@example.com', second);
});

testWith('clock')('limits code requests and attempts per hour, even for unknown addresses', async () => {
  await portal.confirmed('limit@example.com');
  for (const name of ['limit@example.com', 'limit-nobody@example.com']) {
    for (let request = 0; request < 5; request++) await portal.forgot(name);
    expect(await toOutcome(portal.forgot(name))).toBe(tooMany);
    const wrong = wrongCodeFor(latestCode(name));
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await toOutcome(portal.confirmForgot(name, wrong))).toBe(mismatch);
    expect(await toOutcome(portal.confirmForgot(name, wrong))).toBe(tooMany);
  }
  target.advance(3601);
  expect(await toOutcome(portal.forgot('limit@example.com'))).toBe('succeeded');
});

test('hides that an unknown, disabled or unverified user gets no code', async () => {
  await portal.confirmed('disabled@example.com');
  await portal.disable('disabled@example.com');
  const UserAttributes = [{ Name: 'email', Value: 'unverified@example.com' }];
  await portal.confirmed('unverified@example.com', { UserAttributes });
  for (const name of ['ghost@example.com', 'disabled@example.com', 'unverified@example.com']) {
    expect(await toOutcome(portal.forgot(name))).toBe('succeeded');
    expect(findMails(name)).toEqual([]);
  }
  expect(await toOutcome(portal.confirmForgot('ghost@example.com', '123456'))).toContain('CodeMismatchException');
});

test('rejects a reset for an invited user', async () => {
  await portal.invite('invited@example.com');
  expect(await toOutcome(portal.forgot('invited@example.com'))).toBe(
    'NotAuthorizedException: User password cannot be reset in the current state.',
  );
});

test('reports an expired code if none was requested', async () => {
  await portal.confirmed('early@example.com');
  expect(await toOutcome(portal.confirmForgot('early@example.com', '123456'))).toContain('ExpiredCodeException');
});

testWith('clock')('ChangePassword checks the old password, policy and attempt limit', async () => {
  const { AccessToken } = await portal.signedIn('change@example.com');
  const change = (PreviousPassword: string, ProposedPassword = newPassword) =>
    toOutcome(portal.cognito.changePassword({ AccessToken, PreviousPassword, ProposedPassword }));
  expect(await change(permanentPassword, 'lower-case-1!')).toBe(
    'InvalidPasswordException: Password did not conform with policy: Password must have uppercase characters',
  );
  for (let attempt = 0; attempt < 4; attempt++)
    expect(await change('Wrong-pass-9!')).toBe('NotAuthorizedException: Incorrect username or password.');
  expect(await change('Wrong-pass-9!')).toBe(tooMany);
});
