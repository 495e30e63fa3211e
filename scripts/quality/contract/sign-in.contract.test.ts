import { expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own, resent, temporary } from './testing/steps.ts';

const { target, portal } = contractPortal();

const incorrectPassword = 'NotAuthorizedException: Incorrect username or password.';
const wrongPassword = 'Wrong-pass-9!';

test('accepts a challenge session once, even for concurrent responses', async () => {
  for (const name of ['once@example.com', 'twice@example.com']) await portal.invite(name);
  const { Session } = await portal.start('once@example.com', temporary);
  await portal.answer('once@example.com', own, Session);
  expect(await refusal(portal.answer('once@example.com', 'Another-pass-3!', Session))).toBe(
    'NotAuthorizedException: Invalid session for the user, session can only be used once.',
  );
  const concurrent = await portal.start('twice@example.com', temporary);
  const responses = [1, 2].map(() => portal.answer('twice@example.com', own, concurrent.Session));
  expect((await Promise.all(responses.map(refusal))).sort()).toEqual([
    expect.stringContaining('NotAuthorizedException'),
    'not refused',
  ]);
});

test('keeps the session open if the new password violates the policy', async () => {
  await portal.invite('weak@example.com');
  const { Session } = await portal.start('weak@example.com', temporary);
  expect(await refusal(portal.answer('weak@example.com', 'short', Session))).toBe(
    'InvalidPasswordException: Password did not conform with policy: Password not long enough',
  );
  expect((await portal.answer('weak@example.com', own, Session)).AuthenticationResult).toBeDefined();
});

test('rejects the session of another user', async () => {
  for (const name of ['mine@example.com', 'theirs@example.com']) await portal.invite(name);
  const { Session } = await portal.start('mine@example.com', temporary);
  expect(await refusal(portal.answer('theirs@example.com', own, Session))).toContain('NotAuthorizedException');
});

testWith('clock')('expires a challenge session', async () => {
  await portal.invite('slow@example.com');
  const { Session } = await portal.start('slow@example.com', temporary);
  target.advance(portal.settings.client.AuthSessionValidity * 60 + 1);
  expect(await refusal(portal.answer('slow@example.com', own, Session))).toBe(
    'NotAuthorizedException: Invalid session for the user, session is expired.',
  );
});

test('ignores case in email addresses and accepts the sub', async () => {
  const sub = await portal.confirmed('Case@Example.com');
  for (const name of ['case@EXAMPLE.com', sub]) expect((await portal.signIn(name)).AccessToken).not.toBe('');
});

test('returns the same error for an unknown user as for a wrong password', async () => {
  await portal.confirmed('known@example.com');
  for (const name of ['known@example.com', 'nobody@example.com'])
    expect(await refusal(portal.start(name, wrongPassword))).toBe(incorrectPassword);
  await portal.disable('known@example.com');
  expect(await refusal(portal.start('known@example.com', own))).toBe('NotAuthorizedException: User is disabled.');
  expect(await refusal(portal.start('known@example.com', wrongPassword))).toBe(incorrectPassword);
});

test('requires a secret hash of the same username', async () => {
  await portal.confirmed('hash@example.com');
  const { UserPoolId, ClientId, hash } = portal;
  const flow = { UserPoolId, ClientId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' } as const;
  const AuthParameters = { USERNAME: 'hash@example.com', PASSWORD: own };
  expect(await refusal(portal.cognito.adminInitiateAuth({ ...flow, AuthParameters }))).toBe(
    `NotAuthorizedException: Client ${ClientId} is configured with secret but SECRET_HASH was not received`,
  );
  const promise = portal.start('hash@example.com', own, { SECRET_HASH: hash('other@example.com') });
  expect(await refusal(promise)).toContain('NotAuthorizedException');
});

test('returns ResourceNotFoundException for an unknown pool or client', async () => {
  const { UserPoolId, ClientId } = portal;
  const start = (changes: object) =>
    refusal(
      portal.cognito.adminInitiateAuth({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: 'missing@example.com', PASSWORD: own },
        ...changes,
      }),
    );
  expect(await start({ UserPoolId: `${target.region}_Missing99` })).toContain('ResourceNotFoundException');
  expect(await start({ ClientId: 'a'.repeat(26) })).toContain('ResourceNotFoundException');
});

testWith('clock')('expires a temporary password and renews it on RESEND', async () => {
  await portal.invite('late@example.com');
  target.advance(portal.settings.pool.Policies.PasswordPolicy.TemporaryPasswordValidityDays * 86_400 + 1);
  expect(await refusal(portal.start('late@example.com', temporary))).toBe(
    'NotAuthorizedException: Temporary password has expired and must be reset by an administrator.',
  );
  await portal.invite('late@example.com', resent);
  expect((await portal.start('late@example.com', temporary)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

testWith('clock')('locks a name after five failures, increasingly long', async () => {
  const exceeded = 'NotAuthorizedException: Password attempts exceeded';
  await portal.confirmed('locked@example.com');
  for (const name of ['locked@example.com', 'locked-nobody@example.com']) {
    for (let failures = 0; failures < 5; failures++)
      expect(await refusal(portal.start(name, wrongPassword))).toBe(incorrectPassword);
    expect(await refusal(portal.start(name, own))).toBe(exceeded);
    target.advance(1.1);
    expect(await refusal(portal.start(name, wrongPassword))).toBe(incorrectPassword);
    target.advance(1.1);
    expect(await refusal(portal.start(name, own))).toBe(exceeded);
    target.advance(1);
    expect(await refusal(portal.start(name, own))).toBe(name.includes('nobody') ? incorrectPassword : 'not refused');
  }
});
