import { expect, test } from '@jest/globals';
import { computeCodeAt, computeCode, toTimeStep } from '#scripts/local-cloud/cognito/totp.ts';
import { toOutcome, testIfTargetHas } from '#scripts/local-cloud/testing/cognito-target.ts';
import { openPortalPool, permanentPassword, createPortalPool, temporaryPassword } from './testing/steps.ts';

const { target, portal } = openPortalPool({ hasCodes: true });

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
    ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE, SECRET_HASH: portal.toSecretHash(USERNAME) },
    Session,
  });

/** Computes a code from three minutes ago, which has expired. It equals a valid code only once in a million times. */
const computeOldCode = (secret: string) => computeCode(secret, toTimeStep(new Date()) - 6);
/** Computes the code of the next time step, which is already accepted, because the current code has been used. */
const computeNextCode = (secret: string) => computeCode(secret, toTimeStep(new Date()) + 1);

/** Creates a user with one-time codes; the current code has been used to enable them. */
const createUserWithCodes = async (email: string) => {
  const { sub, AccessToken } = await portal.createSignedInUser(email);
  const secret = await associateToken(AccessToken);
  await verifyToken(AccessToken, computeCodeAt(secret, new Date()));
  await enableMfa(AccessToken);
  return { sub, secret, startSignIn: () => portal.startSignIn(email, permanentPassword) };
};

test('does not enable MFA with a wrong code', async () => {
  const { AccessToken } = await portal.createSignedInUser('mistyped@example.com');
  const secret = await associateToken(AccessToken);
  expect(await toOutcome(verifyToken(AccessToken, computeOldCode(secret)))).toContain(
    'EnableSoftwareTokenMFAException',
  );
  expect(await toOutcome(enableMfa(AccessToken))).toContain('InvalidParameterException');
  expect((await portal.startSignIn('mistyped@example.com', permanentPassword)).AuthenticationResult).toBeDefined();
});

test('rejects a wrong code at sign-in and still accepts the right one', async () => {
  const { sub, secret, startSignIn } = await createUserWithCodes('wrong-code@example.com');
  const { Session, AuthenticationResult } = await startSignIn();
  expect(AuthenticationResult).toBeUndefined();
  expect(await toOutcome(respondWithCode(sub, computeOldCode(secret), Session))).toContain('CodeMismatchException');
  expect((await respondWithCode(sub, computeNextCode(secret), Session)).AuthenticationResult).toBeDefined();
});

test('accepts a code once, even for concurrent responses', async () => {
  const { sub, secret, startSignIn } = await createUserWithCodes('again@example.com');
  const code = computeNextCode(secret);
  const sessions = [await startSignIn(), await startSignIn(), await startSignIn()];
  const [respondLater, ...concurrentResponses] = sessions.map(
    ({ Session }) =>
      () =>
        toOutcome(respondWithCode(sub, code, Session)),
  );
  expect((await Promise.all(concurrentResponses.map((respond) => respond()))).sort()).toEqual([
    expect.stringContaining('ExpiredCodeException'),
    'succeeded',
  ]);
  expect(await respondLater?.()).toContain('ExpiredCodeException');
});

test('rejects a session of another challenge', async () => {
  const { sub, startSignIn } = await createUserWithCodes('crossed@example.com');
  const { Session } = await startSignIn();
  expect(await toOutcome(portal.setNewPassword(sub, 'Another-pass-3!', Session))).toContain('NotAuthorizedException');
});

test('requires the code after a temporary password, too', async () => {
  const { sub } = await createUserWithCodes('both-steps@example.com');
  await portal.setPassword(sub, temporaryPassword, false);
  const { ChallengeName, Session } = await portal.startSignIn('both-steps@example.com', temporaryPassword);
  expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  const response = await portal.setNewPassword(sub, 'Another-pass-3!', Session);
  expect([response.ChallengeName, response.AuthenticationResult]).toEqual(['SOFTWARE_TOKEN_MFA', undefined]);
});

test('rejects MFA in a pool without it', async () => {
  const poolWithoutMfa = await createPortalPool(target);
  const { AccessToken } = await poolWithoutMfa.createSignedInUser('without@example.com');
  expect(await toOutcome(poolWithoutMfa.cognito.associateSoftwareToken({ AccessToken }))).toContain(
    'SoftwareTokenMFANotFoundException',
  );
});

testIfTargetHas('clock')('rejects a code more than one time step late', async () => {
  const { sub, secret, startSignIn } = await createUserWithCodes('late-code@example.com');
  const { Session } = await startSignIn();
  const code = computeNextCode(secret);
  target.advanceClock(120);
  expect(await toOutcome(respondWithCode(sub, code, Session))).toContain('CodeMismatchException');
});
