import { expect, test } from '@jest/globals';
import { codeAt, codeOfStep, stepAt } from '#scripts/local-cloud/cognito/totp.ts';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, own, setUp, temporary } from './testing/steps.ts';

const { target, portal } = contractPortal({ hasCodes: true });

const associateToken = async (AccessToken: string) =>
  (await portal.cognito.associateSoftwareToken({ AccessToken })).SecretCode ?? '';
const verifyToken = (AccessToken: string, UserCode: string) =>
  portal.cognito.verifySoftwareToken({ AccessToken, UserCode });
const enableMfa = (AccessToken: string) =>
  portal.cognito.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
const respondWithCode = (USERNAME: string, SOFTWARE_TOKEN_MFA_CODE: string, Session: string | undefined) =>
  portal.cognito.adminRespondToAuthChallenge({
    UserPoolId: portal.UserPoolId,
    ClientId: portal.ClientId,
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE, SECRET_HASH: portal.hash(USERNAME) },
    Session,
  });

/** Returns a code from three minutes ago. On AWS it may be valid by chance, once in a million. */
const oldCode = (secret: string) => codeOfStep(secret, stepAt(new Date()) - 6);
/** Returns the code of the next time step, which is accepted early; the current one has been used. */
const nextCode = (secret: string) => codeOfStep(secret, stepAt(new Date()) + 1);

/** Creates a user with one-time codes; the current code has been used to enable them. */
const createUserWithCodes = async (email: string) => {
  const { sub, AccessToken } = await portal.signedIn(email);
  const secret = await associateToken(AccessToken);
  await verifyToken(AccessToken, codeAt(secret, new Date()));
  await enableMfa(AccessToken);
  return { sub, secret, start: () => portal.start(email, own) };
};

test('does not enable MFA with a wrong code', async () => {
  const { AccessToken } = await portal.signedIn('mistyped@example.com');
  const secret = await associateToken(AccessToken);
  expect(await refusal(verifyToken(AccessToken, oldCode(secret)))).toContain('EnableSoftwareTokenMFAException');
  expect(await refusal(enableMfa(AccessToken))).toContain('InvalidParameterException');
  expect((await portal.start('mistyped@example.com', own)).AuthenticationResult).toBeDefined();
});

test('rejects a wrong code at sign-in and still accepts the right one', async () => {
  const { sub, secret, start } = await createUserWithCodes('wrong-code@example.com');
  const { Session, AuthenticationResult } = await start();
  expect(AuthenticationResult).toBeUndefined();
  expect(await refusal(respondWithCode(sub, oldCode(secret), Session))).toContain('CodeMismatchException');
  expect((await respondWithCode(sub, nextCode(secret), Session)).AuthenticationResult).toBeDefined();
});

test('accepts a code once, even for concurrent responses', async () => {
  const { sub, secret, start } = await createUserWithCodes('again@example.com');
  const code = nextCode(secret);
  const sessions = [await start(), await start(), await start()];
  const [last, ...first] = sessions.map(
    ({ Session }) =>
      () =>
        refusal(respondWithCode(sub, code, Session)),
  );
  expect((await Promise.all(first.map((respond) => respond()))).sort()).toEqual([
    expect.stringContaining('ExpiredCodeException'),
    'not refused',
  ]);
  expect(await last?.()).toContain('ExpiredCodeException');
});

test('rejects a session of another challenge', async () => {
  const { sub, start } = await createUserWithCodes('crossed@example.com');
  const { Session } = await start();
  expect(await refusal(portal.answer(sub, 'Another-pass-3!', Session))).toContain('NotAuthorizedException');
});

test('requires the code after a temporary password, too', async () => {
  const { sub } = await createUserWithCodes('both-steps@example.com');
  await portal.setPassword(sub, temporary, false);
  const { ChallengeName, Session } = await portal.start('both-steps@example.com', temporary);
  expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  const next = await portal.answer(sub, 'Another-pass-3!', Session);
  expect([next.ChallengeName, next.AuthenticationResult]).toEqual(['SOFTWARE_TOKEN_MFA', undefined]);
});

test('rejects MFA in a pool without it', async () => {
  const poolWithoutMfa = await setUp(target);
  const { AccessToken } = await poolWithoutMfa.signedIn('without@example.com');
  expect(await refusal(poolWithoutMfa.cognito.associateSoftwareToken({ AccessToken }))).toContain(
    'SoftwareTokenMFANotFoundException',
  );
});

testWith('clock')('rejects a code more than one time step late', async () => {
  const { sub, secret, start } = await createUserWithCodes('late-code@example.com');
  const { Session } = await start();
  const code = nextCode(secret);
  target.advance(120);
  expect(await refusal(respondWithCode(sub, code, Session))).toContain('CodeMismatchException');
});
