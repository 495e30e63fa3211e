import { AdminEnableUserCommand, AdminInitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own, temporary } from './testing/steps.ts';

const { target, portal } = contractPortal();

const wrong = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

test('an invited user must set an own password before there are tokens', async () => {
  await portal.invite('invited@example.com');
  const challenge = await portal.start('invited@example.com', temporary);
  expect(challenge).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) });
  expect(challenge.AuthenticationResult).toBeUndefined();
  expect(JSON.parse(challenge.ChallengeParameters?.userAttributes ?? '')).toMatchObject({
    email: 'invited@example.com',
  });

  const done = await portal.answer('invited@example.com', own, challenge.Session);
  expect(done.AuthenticationResult).toMatchObject({
    TokenType: 'Bearer',
    ExpiresIn: 600,
    RefreshToken: expect.any(String),
  });
  expect((await portal.adminGet('invited@example.com')).UserStatus).toBe('CONFIRMED');
  expect(await refusal(portal.start('invited@example.com', temporary))).toEqual(wrong);
});

test('a session of the challenge serves once', async () => {
  await portal.invite('once@example.com');
  const { Session } = await portal.start('once@example.com', temporary);
  await portal.answer('once@example.com', own, Session);
  expect(await refusal(portal.answer('once@example.com', 'Another-pass-3!', Session))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Invalid session for the user, session can only be used once.',
  });
});

test('two answers to one challenge at the same time: one is refused', async () => {
  await portal.invite('twice@example.com');
  const { Session } = await portal.start('twice@example.com', temporary);
  const answers = [portal.answer('twice@example.com', own, Session), portal.answer('twice@example.com', own, Session)];
  expect((await Promise.all(answers.map(refusal))).map(({ name }) => name).sort()).toEqual([
    'NotAuthorizedException',
    'none',
  ]);
});

test('a new password against the policy leaves the session open', async () => {
  await portal.invite('weak@example.com');
  const { Session } = await portal.start('weak@example.com', temporary);
  expect(await refusal(portal.answer('weak@example.com', 'short', Session))).toEqual({
    name: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password not long enough',
  });
  expect((await portal.answer('weak@example.com', own, Session)).AuthenticationResult).toBeDefined();
});

test('a session is no use for somebody else', async () => {
  await portal.invite('mine@example.com');
  await portal.invite('theirs@example.com');
  const { Session } = await portal.start('mine@example.com', temporary);
  expect((await refusal(portal.answer('theirs@example.com', own, Session))).name).toBe('NotAuthorizedException');
});

testWith('clock')('a session of the challenge ends after its validity', async () => {
  await portal.invite('slow@example.com');
  const { Session } = await portal.start('slow@example.com', temporary);
  target.advance(portal.settings.client.AuthSessionValidity * 60 + 1);
  expect(await refusal(portal.answer('slow@example.com', own, Session))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Invalid session for the user, session is expired.',
  });
});

test('e-mail names are the same in upper and lower case, and the sub signs in too', async () => {
  const sub = await portal.confirmed('Case@Example.com');
  await expect(portal.signIn('case@EXAMPLE.com')).resolves.toMatchObject({ AccessToken: expect.any(String) });
  await expect(portal.signIn(sub)).resolves.toMatchObject({ AccessToken: expect.any(String) });
});

test('an unknown user looks like a wrong password', async () => {
  await portal.confirmed('known@example.com');
  expect(await refusal(portal.start('known@example.com', 'Wrong-pass-9!'))).toEqual(wrong);
  expect(await refusal(portal.start('nobody@example.com', 'Wrong-pass-9!'))).toEqual(wrong);
});

test('a disabled user does not sign in, and a wrong password does not tell', async () => {
  await portal.confirmed('off@example.com');
  await portal.disable('off@example.com');
  expect(await refusal(portal.start('off@example.com', own))).toEqual({
    name: 'NotAuthorizedException',
    message: 'User is disabled.',
  });
  expect(await refusal(portal.start('off@example.com', 'Wrong-pass-9!'))).toEqual(wrong);
  await portal.send(new AdminEnableUserCommand({ UserPoolId: portal.UserPoolId, Username: 'off@example.com' }));
  await expect(portal.signIn('off@example.com')).resolves.toMatchObject({ AccessToken: expect.any(String) });
});

test('the secret hash is checked before anything else', async () => {
  await portal.confirmed('hash@example.com');
  const parameters = { USERNAME: 'hash@example.com', PASSWORD: own };
  const { UserPoolId, ClientId } = portal;
  const without = new AdminInitiateAuthCommand({
    UserPoolId,
    ClientId,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: parameters,
  });
  expect(await refusal(portal.send(without))).toEqual({
    name: 'NotAuthorizedException',
    message: `Client ${ClientId} is configured with secret but SECRET_HASH was not received`,
  });
  expect(
    await refusal(portal.start('hash@example.com', own, { SECRET_HASH: portal.hash('other@example.com') })),
  ).toMatchObject({
    name: 'NotAuthorizedException',
  });
});

test('a missing parameter, pool or client is named', async () => {
  const { UserPoolId, ClientId } = portal;
  const bare = {
    UserPoolId,
    ClientId,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' as const,
    AuthParameters: { PASSWORD: own },
  };
  expect(await refusal(portal.send(new AdminInitiateAuthCommand(bare)))).toEqual({
    name: 'InvalidParameterException',
    message: 'Missing required parameter USERNAME',
  });
  const noPool = `${target.region}_Missing99`;
  expect((await refusal(portal.send(new AdminInitiateAuthCommand({ ...bare, UserPoolId: noPool })))).name).toBe(
    'ResourceNotFoundException',
  );
  expect((await refusal(portal.send(new AdminInitiateAuthCommand({ ...bare, ClientId: 'a'.repeat(26) })))).name).toBe(
    'ResourceNotFoundException',
  );
});

testWith('clock')('a temporary password expires with its days, and a resent invitation renews it', async () => {
  await portal.invite('late@example.com');
  target.advance(portal.settings.pool.Policies.PasswordPolicy.TemporaryPasswordValidityDays * 86_400 + 1);
  expect(await refusal(portal.start('late@example.com', temporary))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Temporary password has expired and must be reset by an administrator.',
  });
  await portal.invite('late@example.com', {
    MessageAction: 'RESEND',
    UserAttributes: undefined,
    DesiredDeliveryMediums: ['EMAIL'],
  });
  expect((await portal.start('late@example.com', temporary)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

for (const [who, name] of [
  ['a known', 'locked@example.com'],
  ['an unknown', 'locked-nobody@example.com'],
] as const) {
  testWith('clock')(`five failures lock ${who} name, longer each time`, async () => {
    if (who === 'a known') await portal.confirmed(name);
    const exceeded = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' };
    for (let failures = 0; failures < 5; failures++)
      expect(await refusal(portal.start(name, 'Wrong-pass-9!'))).toEqual(wrong);
    expect(await refusal(portal.start(name, own))).toEqual(exceeded);
    target.advance(1.1);
    expect(await refusal(portal.start(name, 'Wrong-pass-9!'))).toEqual(wrong);
    target.advance(1.1);
    expect(await refusal(portal.start(name, own))).toEqual(exceeded);
    target.advance(1);
    if (who === 'a known')
      await expect(portal.signIn(name)).resolves.toMatchObject({ AccessToken: expect.any(String) });
    else expect(await refusal(portal.start(name, own))).toEqual(wrong);
  });
}
