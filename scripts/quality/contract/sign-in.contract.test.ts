import { expect, test } from '@jest/globals';
import { toOutcome, testIfTargetHas } from '#scripts/local-cloud/testing/cognito-target.ts';
import { openPortalPool, permanentPassword, resendOptions, temporaryPassword } from './testing/steps.ts';

const { target, portal } = openPortalPool();

const incorrectPasswordError = 'NotAuthorizedException: Incorrect username or password.';
const wrongPassword = 'Wrong-pass-9!';

test('accepts a challenge session once, even for concurrent responses', async () => {
  for (const name of ['once@example.com', 'twice@example.com']) await portal.invite(name);
  const { Session } = await portal.startSignIn('once@example.com', temporaryPassword);
  await portal.setNewPassword('once@example.com', permanentPassword, Session);
  expect(await toOutcome(portal.setNewPassword('once@example.com', 'Another-pass-3!', Session))).toBe(
    'NotAuthorizedException: Invalid session for the user, session can only be used once.',
  );
  const challenge = await portal.startSignIn('twice@example.com', temporaryPassword);
  const responses = [1, 2].map(() => portal.setNewPassword('twice@example.com', permanentPassword, challenge.Session));
  expect((await Promise.all(responses.map(toOutcome))).sort()).toEqual([
    expect.stringContaining('NotAuthorizedException'),
    'succeeded',
  ]);
});

test('keeps the session open if the new password violates the policy', async () => {
  await portal.invite('weak@example.com');
  const { Session } = await portal.startSignIn('weak@example.com', temporaryPassword);
  expect(await toOutcome(portal.setNewPassword('weak@example.com', 'short', Session))).toBe(
    'InvalidPasswordException: Password did not conform with policy: Password not long enough',
  );
  expect(
    (await portal.setNewPassword('weak@example.com', permanentPassword, Session)).AuthenticationResult,
  ).toBeDefined();
});

test('rejects the session of another user', async () => {
  for (const name of ['mine@example.com', 'theirs@example.com']) await portal.invite(name);
  const { Session } = await portal.startSignIn('mine@example.com', temporaryPassword);
  expect(await toOutcome(portal.setNewPassword('theirs@example.com', permanentPassword, Session))).toContain(
    'NotAuthorizedException',
  );
});

testIfTargetHas('clock')('expires a challenge session', async () => {
  await portal.invite('slow@example.com');
  const { Session } = await portal.startSignIn('slow@example.com', temporaryPassword);
  target.advanceClock(portal.settings.client.AuthSessionValidity * 60 + 1);
  expect(await toOutcome(portal.setNewPassword('slow@example.com', permanentPassword, Session))).toBe(
    'NotAuthorizedException: Invalid session for the user, session is expired.',
  );
});

test('ignores case in email addresses and accepts the sub', async () => {
  const sub = await portal.createConfirmedUser('Case@Example.com');
  for (const name of ['case@EXAMPLE.com', sub]) expect((await portal.signIn(name)).AccessToken).not.toBe('');
});

test('returns the same error for an unknown user as for a wrong password', async () => {
  await portal.createConfirmedUser('known@example.com');
  for (const name of ['known@example.com', 'nobody@example.com'])
    expect(await toOutcome(portal.startSignIn(name, wrongPassword))).toBe(incorrectPasswordError);
  await portal.disable('known@example.com');
  expect(await toOutcome(portal.startSignIn('known@example.com', permanentPassword))).toBe(
    'NotAuthorizedException: User is disabled.',
  );
  expect(await toOutcome(portal.startSignIn('known@example.com', wrongPassword))).toBe(incorrectPasswordError);
});

test('requires a secret hash of the same username', async () => {
  await portal.createConfirmedUser('hash@example.com');
  const { UserPoolId, ClientId, toSecretHash } = portal;
  const flow = { UserPoolId, ClientId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' } as const;
  const AuthParameters = { USERNAME: 'hash@example.com', PASSWORD: permanentPassword };
  expect(await toOutcome(portal.cognito.adminInitiateAuth({ ...flow, AuthParameters }))).toBe(
    `NotAuthorizedException: Client ${ClientId} is configured with secret but SECRET_HASH was not received`,
  );
  const promise = portal.startSignIn('hash@example.com', permanentPassword, {
    SECRET_HASH: toSecretHash('other@example.com'),
  });
  expect(await toOutcome(promise)).toContain('NotAuthorizedException');
});

test('returns ResourceNotFoundException for an unknown pool or client', async () => {
  const { UserPoolId, ClientId } = portal;
  const start = (changes: object) =>
    toOutcome(
      portal.cognito.adminInitiateAuth({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: 'missing@example.com', PASSWORD: permanentPassword },
        ...changes,
      }),
    );
  expect(await start({ UserPoolId: `${target.region}_Missing99` })).toContain('ResourceNotFoundException');
  expect(await start({ ClientId: 'a'.repeat(26) })).toContain('ResourceNotFoundException');
});

testIfTargetHas('clock')('expires a temporary password and renews it on RESEND', async () => {
  await portal.invite('late@example.com');
  target.advanceClock(portal.settings.pool.Policies.PasswordPolicy.TemporaryPasswordValidityDays * 86_400 + 1);
  expect(await toOutcome(portal.startSignIn('late@example.com', temporaryPassword))).toBe(
    'NotAuthorizedException: Temporary password has expired and must be reset by an administrator.',
  );
  await portal.invite('late@example.com', resendOptions);
  expect((await portal.startSignIn('late@example.com', temporaryPassword)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

testIfTargetHas('clock')('locks a name after five failures, increasingly long', async () => {
  const exceededError = 'NotAuthorizedException: Password attempts exceeded';
  await portal.createConfirmedUser('locked@example.com');
  for (const name of ['locked@example.com', 'locked-nobody@example.com']) {
    for (let failures = 0; failures < 5; failures++)
      expect(await toOutcome(portal.startSignIn(name, wrongPassword))).toBe(incorrectPasswordError);
    expect(await toOutcome(portal.startSignIn(name, permanentPassword))).toBe(exceededError);
    target.advanceClock(1.1);
    expect(await toOutcome(portal.startSignIn(name, wrongPassword))).toBe(incorrectPasswordError);
    target.advanceClock(1.1);
    expect(await toOutcome(portal.startSignIn(name, permanentPassword))).toBe(exceededError);
    target.advanceClock(1);
    expect(await toOutcome(portal.startSignIn(name, permanentPassword))).toBe(
      name.includes('nobody') ? incorrectPasswordError : 'succeeded',
    );
  }
});
