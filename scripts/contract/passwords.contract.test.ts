import { AdminSetUserPasswordCommand, ChangePasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own } from './testing/steps.ts';
import type { Setting } from './testing/steps.ts';

const { target, portal } = contractPortal();

const other = 'Another-pass-3!';
const codeOf = (email: string) =>
  /\d{6}/.exec(target.mails.filter(({ to }) => to === email).at(-1)?.html ?? '')?.[0] ?? '';
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const mismatch = { name: 'CodeMismatchException', message: 'Invalid verification code provided, please try again.' };
const expired = { name: 'ExpiredCodeException', message: 'Invalid code provided, please request a code again.' };
const tooMany = { name: 'LimitExceededException', message: 'Attempt limit exceeded, please try after some time.' };

/** Confirmed, with an address that nobody has proved. */
const unverified = async (pool: Setting, Username: string) => {
  await pool.invite(Username, { UserAttributes: [{ Name: 'email', Value: Username }] });
  await pool.send(
    new AdminSetUserPasswordCommand({ UserPoolId: pool.UserPoolId, Username, Password: own, Permanent: true }),
  );
};

testWith('inbox')('a forgotten password is replaced with the code from the mail, once', async () => {
  await portal.confirmed('forgot@example.com');
  const { CodeDeliveryDetails } = await portal.forgot('forgot@example.com');
  expect(CodeDeliveryDetails).toEqual({ AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'f***@e***' });
  const code = codeOf('forgot@example.com');
  expect(await refusal(portal.confirmForgot('forgot@example.com', otherThan(code), other))).toEqual(mismatch);
  expect((await refusal(portal.confirmForgot('forgot@example.com', code, 'weak'))).name).toBe(
    'InvalidPasswordException',
  );
  await portal.confirmForgot('forgot@example.com', code, other);
  await expect(portal.signIn('forgot@example.com', other)).resolves.toMatchObject({ AccessToken: expect.any(String) });
  expect((await refusal(portal.start('forgot@example.com', own))).name).toBe('NotAuthorizedException');
  expect(await refusal(portal.confirmForgot('forgot@example.com', code, other))).toEqual(expired);
});

testWith('clock')('a code lives for an hour, and a new one replaces it', async () => {
  await portal.confirmed('hour@example.com');
  await portal.forgot('hour@example.com');
  const first = codeOf('hour@example.com');
  target.advance(3601);
  expect(await refusal(portal.confirmForgot('hour@example.com', first))).toEqual(expired);
  await portal.forgot('hour@example.com');
  const second = codeOf('hour@example.com');
  if (first !== second) expect(await refusal(portal.confirmForgot('hour@example.com', first))).toEqual(mismatch);
  await portal.confirmForgot('hour@example.com', second);
});

testWith('clock')('too many codes asked for, or tried, are refused for an hour, known address or not', async () => {
  await portal.confirmed('limit@example.com');
  for (const name of ['limit@example.com', 'limit-nobody@example.com']) {
    for (let request = 0; request < 5; request++) await portal.forgot(name);
    expect(await refusal(portal.forgot(name))).toEqual(tooMany);
    const wrong = otherThan(codeOf(name));
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await refusal(portal.confirmForgot(name, wrong))).toEqual(mismatch);
    expect(await refusal(portal.confirmForgot(name, wrong))).toEqual(tooMany);
  }
  target.advance(3601);
  await expect(portal.forgot('limit@example.com')).resolves.toMatchObject({
    CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' },
  });
});

test('an unknown address gets the details of a simulated delivery, and no code of it fits', async () => {
  const { CodeDeliveryDetails } = await portal.forgot('ghost@example.com');
  expect(CodeDeliveryDetails).toMatchObject({
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: expect.stringMatching(/^g\*+@/),
  });
  expect(target.mails.filter(({ to }) => to === 'ghost@example.com')).toEqual([]);
  expect((await refusal(portal.confirmForgot('ghost@example.com', '123456'))).name).toBe('CodeMismatchException');
});

test('disabled users and unverified addresses look like unknown ones', async () => {
  await portal.confirmed('disabled@example.com');
  await portal.disable('disabled@example.com');
  await unverified(portal, 'unverified@example.com');
  for (const name of ['disabled@example.com', 'unverified@example.com']) {
    await expect(portal.forgot(name)).resolves.toMatchObject({ CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
    expect(target.mails.filter(({ to }) => to === name)).toEqual([]);
  }
});

test('an invited user resets nothing', async () => {
  await portal.invite('invited@example.com');
  expect(await refusal(portal.forgot('invited@example.com'))).toEqual({
    name: 'NotAuthorizedException',
    message: 'User password cannot be reset in the current state.',
  });
});

test('a code that was never asked for has expired', async () => {
  await portal.confirmed('early@example.com');
  expect((await refusal(portal.confirmForgot('early@example.com', '123456'))).name).toBe('ExpiredCodeException');
});

test('ChangePassword wants the old password and the policy, and leaves the sign-in alone', async () => {
  await portal.confirmed('change@example.com');
  const { AccessToken } = await portal.signIn('change@example.com');
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    portal.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
  expect(await refusal(change('Wrong-pass-9!', other))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  expect(await refusal(change(own, 'lower-case-1!'))).toEqual({
    name: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password must have uppercase characters',
  });
  await change(own, other);
  await expect(portal.useToken(AccessToken)).resolves.toBeDefined();
  await expect(portal.signIn('change@example.com', other)).resolves.toMatchObject({ AccessToken: expect.any(String) });
});

testWith('clock')('guessing the old password is stopped', async () => {
  await portal.confirmed('guess@example.com');
  const { AccessToken } = await portal.signIn('guess@example.com');
  const guess = () =>
    refusal(
      portal.send(
        new ChangePasswordCommand({ AccessToken, PreviousPassword: 'Wrong-pass-9!', ProposedPassword: other }),
      ),
    );
  for (let attempt = 0; attempt < 5; attempt++) expect((await guess()).name).toBe('NotAuthorizedException');
  expect(await guess()).toEqual(tooMany);
});
