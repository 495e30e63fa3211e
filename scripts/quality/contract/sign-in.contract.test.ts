import { expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own, resent, temporary } from './testing/steps.ts';

const { target, portal } = contractPortal();

const wrong = 'NotAuthorizedException: Incorrect username or password.';
const wrongPassword = 'Wrong-pass-9!';

test('a session of the challenge serves once, also two answers at the same time', async () => {
  for (const name of ['once@example.com', 'twice@example.com']) await portal.invite(name);
  const { Session } = await portal.start('once@example.com', temporary);
  await portal.answer('once@example.com', own, Session);
  expect(await refusal(portal.answer('once@example.com', 'Another-pass-3!', Session))).toBe(
    'NotAuthorizedException: Invalid session for the user, session can only be used once.',
  );
  const twice = await portal.start('twice@example.com', temporary);
  const answers = [1, 2].map(() => portal.answer('twice@example.com', own, twice.Session));
  expect((await Promise.all(answers.map(refusal))).sort()).toEqual([
    expect.stringContaining('NotAuthorizedException'),
    'not refused',
  ]);
});

test('a new password against the policy leaves the session open', async () => {
  await portal.invite('weak@example.com');
  const { Session } = await portal.start('weak@example.com', temporary);
  expect(await refusal(portal.answer('weak@example.com', 'short', Session))).toBe(
    'InvalidPasswordException: Password did not conform with policy: Password not long enough',
  );
  expect((await portal.answer('weak@example.com', own, Session)).AuthenticationResult).toBeDefined();
});

test('a session is no use for somebody else', async () => {
  for (const name of ['mine@example.com', 'theirs@example.com']) await portal.invite(name);
  const { Session } = await portal.start('mine@example.com', temporary);
  expect(await refusal(portal.answer('theirs@example.com', own, Session))).toContain('NotAuthorizedException');
});

testWith('clock')('a session of the challenge ends after its validity', async () => {
  await portal.invite('slow@example.com');
  const { Session } = await portal.start('slow@example.com', temporary);
  target.advance(portal.settings.client.AuthSessionValidity * 60 + 1);
  expect(await refusal(portal.answer('slow@example.com', own, Session))).toBe(
    'NotAuthorizedException: Invalid session for the user, session is expired.',
  );
});

test('e-mail names are the same in upper and lower case, and the sub signs in too', async () => {
  const sub = await portal.confirmed('Case@Example.com');
  for (const name of ['case@EXAMPLE.com', sub]) expect((await portal.signIn(name)).AccessToken).not.toBe('');
});

test('an unknown user looks like a wrong password, and so does a disabled one with a wrong password', async () => {
  await portal.confirmed('known@example.com');
  for (const name of ['known@example.com', 'nobody@example.com'])
    expect(await refusal(portal.start(name, wrongPassword))).toBe(wrong);
  await portal.disable('known@example.com');
  expect(await refusal(portal.start('known@example.com', own))).toBe('NotAuthorizedException: User is disabled.');
  expect(await refusal(portal.start('known@example.com', wrongPassword))).toBe(wrong);
});

test('the secret hash is asked for, and is of this name', async () => {
  await portal.confirmed('hash@example.com');
  const { UserPoolId, ClientId, hash } = portal;
  const flow = { UserPoolId, ClientId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' } as const;
  const AuthParameters = { USERNAME: 'hash@example.com', PASSWORD: own };
  expect(await refusal(portal.cognito.adminInitiateAuth({ ...flow, AuthParameters }))).toBe(
    `NotAuthorizedException: Client ${ClientId} is configured with secret but SECRET_HASH was not received`,
  );
  const other = portal.start('hash@example.com', own, { SECRET_HASH: hash('other@example.com') });
  expect(await refusal(other)).toContain('NotAuthorizedException');
});

test('a pool or a client that is not there is named', async () => {
  const { UserPoolId, ClientId } = portal;
  const start = (more: object) =>
    refusal(
      portal.cognito.adminInitiateAuth({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: 'missing@example.com', PASSWORD: own },
        ...more,
      }),
    );
  expect(await start({ UserPoolId: `${target.region}_Missing99` })).toContain('ResourceNotFoundException');
  expect(await start({ ClientId: 'a'.repeat(26) })).toContain('ResourceNotFoundException');
});

testWith('clock')('a temporary password expires with its days, and a resent invitation renews it', async () => {
  await portal.invite('late@example.com');
  target.advance(portal.settings.pool.Policies.PasswordPolicy.TemporaryPasswordValidityDays * 86_400 + 1);
  expect(await refusal(portal.start('late@example.com', temporary))).toBe(
    'NotAuthorizedException: Temporary password has expired and must be reset by an administrator.',
  );
  await portal.invite('late@example.com', resent);
  expect((await portal.start('late@example.com', temporary)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

testWith('clock')('five failures lock a name, known or not, longer each time', async () => {
  const exceeded = 'NotAuthorizedException: Password attempts exceeded';
  await portal.confirmed('locked@example.com');
  for (const name of ['locked@example.com', 'locked-nobody@example.com']) {
    for (let failures = 0; failures < 5; failures++)
      expect(await refusal(portal.start(name, wrongPassword))).toBe(wrong);
    expect(await refusal(portal.start(name, own))).toBe(exceeded);
    target.advance(1.1);
    expect(await refusal(portal.start(name, wrongPassword))).toBe(wrong);
    target.advance(1.1);
    expect(await refusal(portal.start(name, own))).toBe(exceeded);
    target.advance(1);
    expect(await refusal(portal.start(name, own))).toBe(name.includes('nobody') ? wrong : 'not refused');
  }
});
