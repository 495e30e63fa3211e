import { expect, test } from '@jest/globals';
import { codeAt, codeOfStep, stepAt } from '#scripts/local-cloud/cognito/totp.ts';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own, setUp, temporary } from './testing/steps.ts';

const { target, portal } = contractPortal({ hasCodes: true });

const associate = async (AccessToken: string) =>
  (await portal.cognito.associateSoftwareToken({ AccessToken })).SecretCode ?? '';
const verify = (AccessToken: string, UserCode: string) => portal.cognito.verifySoftwareToken({ AccessToken, UserCode });
const prefer = (AccessToken: string) =>
  portal.cognito.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
const answerCode = (USERNAME: string, SOFTWARE_TOKEN_MFA_CODE: string, Session: string | undefined) =>
  portal.cognito.adminRespondToAuthChallenge({
    UserPoolId: portal.UserPoolId,
    ClientId: portal.ClientId,
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE, SECRET_HASH: portal.hash(USERNAME) },
    Session,
  });

/** A code that was shown three minutes ago; on AWS it may fit by chance once in a million. */
const oldCode = (secret: string) => codeOfStep(secret, stepAt(new Date()) - 6);
/** The code of the step after this one, which is taken early: the one of now has been used. */
const nextCode = (secret: string) => codeOfStep(secret, stepAt(new Date()) + 1);

/** Somebody with one-time codes: the code of this moment has been used to switch them on. */
const withCodes = async (email: string) => {
  const { sub, AccessToken } = await portal.signedIn(email);
  const secret = await associate(AccessToken);
  await verify(AccessToken, codeAt(secret, new Date()));
  await prefer(AccessToken);
  return { sub, secret, start: () => portal.start(email, own) };
};

test('a wrong code switches nothing on', async () => {
  const { AccessToken } = await portal.signedIn('mistyped@example.com');
  const secret = await associate(AccessToken);
  expect(await refusal(verify(AccessToken, oldCode(secret)))).toContain('EnableSoftwareTokenMFAException');
  expect(await refusal(prefer(AccessToken))).toContain('InvalidParameterException');
  expect((await portal.start('mistyped@example.com', own)).AuthenticationResult).toBeDefined();
});

test('a wrong code at sign-in is told, and the right one still counts', async () => {
  const { sub, secret, start } = await withCodes('wrong-code@example.com');
  const { Session, AuthenticationResult } = await start();
  expect(AuthenticationResult).toBeUndefined();
  expect(await refusal(answerCode(sub, oldCode(secret), Session))).toContain('CodeMismatchException');
  expect((await answerCode(sub, nextCode(secret), Session)).AuthenticationResult).toBeDefined();
});

test('a code counts once, also in two answers at the same time', async () => {
  const { sub, secret, start } = await withCodes('again@example.com');
  const code = nextCode(secret);
  const sessions = [await start(), await start(), await start()];
  const [last, ...first] = sessions.map(
    ({ Session }) =>
      () =>
        refusal(answerCode(sub, code, Session)),
  );
  expect((await Promise.all(first.map((answer) => answer()))).sort()).toEqual([
    expect.stringContaining('ExpiredCodeException'),
    'not refused',
  ]);
  expect(await last?.()).toContain('ExpiredCodeException');
});

test('a session of one challenge answers no other', async () => {
  const { sub, start } = await withCodes('crossed@example.com');
  const { Session } = await start();
  expect(await refusal(portal.answer(sub, 'Another-pass-3!', Session))).toContain('NotAuthorizedException');
});

test('after a temporary password the code is asked for, too', async () => {
  const { sub } = await withCodes('both-steps@example.com');
  await portal.setPassword(sub, temporary, false);
  const { ChallengeName, Session } = await portal.start('both-steps@example.com', temporary);
  expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  const next = await portal.answer(sub, 'Another-pass-3!', Session);
  expect([next.ChallengeName, next.AuthenticationResult]).toEqual(['SOFTWARE_TOKEN_MFA', undefined]);
});

test('in a pool without it nobody begins', async () => {
  const without = await setUp(target);
  const { AccessToken } = await without.signedIn('without@example.com');
  expect(await refusal(without.cognito.associateSoftwareToken({ AccessToken }))).toContain(
    'SoftwareTokenMFANotFoundException',
  );
});

testWith('clock')('a code ends a step after it was shown', async () => {
  const { sub, secret, start } = await withCodes('late-code@example.com');
  const { Session } = await start();
  const code = nextCode(secret);
  target.advance(120);
  expect(await refusal(answerCode(sub, code, Session))).toContain('CodeMismatchException');
});
