import {
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from '@jest/globals';
import { codeAt, codeOfStep, stepAt } from '#scripts/local-cloud/cognito/totp.ts';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own, setUp, temporary } from './testing/steps.ts';

const { target, portal } = contractPortal({ hasCodes: true });

const preferred = { Enabled: true, PreferredMfa: true };
const associate = async (AccessToken: string) =>
  (await portal.send(new AssociateSoftwareTokenCommand({ AccessToken }))).SecretCode ?? '';
const verify = (AccessToken: string, UserCode: string) =>
  portal.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
const prefer = (AccessToken: string, SoftwareTokenMfaSettings = preferred) =>
  portal.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
const answerCode = (USERNAME: string, SOFTWARE_TOKEN_MFA_CODE: string, Session: string | undefined) =>
  portal.send(
    new AdminRespondToAuthChallengeCommand({
      UserPoolId: portal.UserPoolId,
      ClientId: portal.ClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE, SECRET_HASH: portal.hash(USERNAME) },
      Session,
    }),
  );

/** A code that was shown three minutes ago; on AWS it may fit by chance once in a million. */
const oldCode = (secret: string) => codeOfStep(secret, stepAt(new Date()) - 6);
/** The code of the step after this one, which is taken early: the one of now has been used. */
const nextCode = (secret: string) => codeOfStep(secret, stepAt(new Date()) + 1);

/** Somebody with one-time codes: the code of this moment has been used to switch them on. */
const withCodes = async (email: string) => {
  const sub = await portal.confirmed(email);
  const { AccessToken } = await portal.signIn(email);
  const secret = await associate(AccessToken);
  await verify(AccessToken, codeAt(secret, new Date()));
  await prefer(AccessToken);
  return { sub, secret, AccessToken };
};

test('a code switches it on, and the next sign-in asks for one', async () => {
  const { sub, secret } = await withCodes('codes@example.com');
  expect(await portal.adminGet('codes@example.com')).toMatchObject({
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
  });
  const challenge = await portal.start('codes@example.com', own);
  expect(challenge).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: expect.any(String),
    ChallengeParameters: { USER_ID_FOR_SRP: sub },
  });
  expect(challenge.AuthenticationResult).toBeUndefined();
  const done = await answerCode(sub, nextCode(secret), challenge.Session);
  expect(done.AuthenticationResult).toMatchObject({ RefreshToken: expect.any(String) });
  expect((await portal.adminGet(sub)).UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA']);
});

test('a wrong code switches nothing on', async () => {
  await portal.confirmed('mistyped@example.com');
  const { AccessToken } = await portal.signIn('mistyped@example.com');
  const secret = await associate(AccessToken);
  expect((await refusal(verify(AccessToken, oldCode(secret)))).name).toBe('EnableSoftwareTokenMFAException');
  expect((await refusal(prefer(AccessToken))).name).toBe('InvalidParameterException');
  expect((await portal.start('mistyped@example.com', own)).AuthenticationResult).toBeDefined();
});

test('a wrong code at sign-in is told, and the right one still counts', async () => {
  const { sub, secret } = await withCodes('wrong-code@example.com');
  const { Session } = await portal.start('wrong-code@example.com', own);
  expect((await refusal(answerCode(sub, oldCode(secret), Session))).name).toBe('CodeMismatchException');
  expect((await answerCode(sub, nextCode(secret), Session)).AuthenticationResult).toBeDefined();
});

test('a code counts once', async () => {
  const { sub, secret } = await withCodes('again@example.com');
  const code = nextCode(secret);
  await answerCode(sub, code, (await portal.start('again@example.com', own)).Session);
  const { Session } = await portal.start('again@example.com', own);
  expect((await refusal(answerCode(sub, code, Session))).name).toBe('ExpiredCodeException');
});

test('two answers with one code at the same time: one is refused', async () => {
  const { sub, secret } = await withCodes('race-code@example.com');
  const code = nextCode(secret);
  const sessions = [await portal.start('race-code@example.com', own), await portal.start('race-code@example.com', own)];
  const answers = sessions.map(({ Session }) => refusal(answerCode(sub, code, Session)));
  expect((await Promise.all(answers)).map(({ name }) => name).sort()).toEqual(['ExpiredCodeException', 'none']);
});

test('a session of one challenge answers no other', async () => {
  const { sub } = await withCodes('crossed@example.com');
  const { Session } = await portal.start('crossed@example.com', own);
  expect((await refusal(portal.answer(sub, 'Another-pass-3!', Session))).name).toBe('NotAuthorizedException');
});

test('after a temporary password the code is asked for, too', async () => {
  const { sub } = await withCodes('both-steps@example.com');
  const { UserPoolId } = portal;
  await portal.send(new AdminSetUserPasswordCommand({ UserPoolId, Username: sub, Password: temporary }));
  const { ChallengeName, Session } = await portal.start('both-steps@example.com', temporary);
  expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  const next = await portal.answer(sub, 'Another-pass-3!', Session);
  expect([next.ChallengeName, next.AuthenticationResult]).toEqual(['SOFTWARE_TOKEN_MFA', undefined]);
});

test('users and admins switch it off', async () => {
  const one = await withCodes('own-off@example.com');
  await prefer(one.AccessToken, { Enabled: false, PreferredMfa: false });
  expect((await portal.adminGet('own-off@example.com')).UserMFASettingList).toBeUndefined();
  expect((await portal.start('own-off@example.com', own)).AuthenticationResult).toBeDefined();

  const other = await withCodes('admin-off@example.com');
  await portal.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: portal.UserPoolId,
      Username: other.sub,
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    }),
  );
  expect((await portal.start('admin-off@example.com', own)).AuthenticationResult).toBeDefined();
});

test('in a pool without it nobody begins', async () => {
  const without = await setUp(target);
  await without.confirmed('without@example.com');
  const { AccessToken } = await without.signIn('without@example.com');
  expect((await refusal(without.send(new AssociateSoftwareTokenCommand({ AccessToken })))).name).toBe(
    'SoftwareTokenMFANotFoundException',
  );
});

testWith('clock')('a code ends a step after it was shown', async () => {
  const { sub, secret } = await withCodes('late-code@example.com');
  const { Session } = await portal.start('late-code@example.com', own);
  const code = nextCode(secret);
  target.advance(120);
  expect((await refusal(answerCode(sub, code, Session))).name).toBe('CodeMismatchException');
});
