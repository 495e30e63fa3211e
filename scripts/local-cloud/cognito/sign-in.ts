import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { checkLock, countFailure, clearFailures } from './limits.ts';
import {
  requireClient,
  requirePool,
  findUser,
  incorrectPassword,
  notAuthorized,
  defineOperation,
  parseInput,
  userDisabled,
} from './operation.ts';
import { checkPolicy, hashPassword, verifyPassword, setPassword } from './passwords.ts';
import { checkSecretHash } from './secret-hash.ts';
import { isMfaRequired, consumeCode } from './software-token.ts';
import type { Challenge, Client, Pool, User, CognitoState } from './state.ts';
import { signIn } from './tokens.ts';

/** Retention of expired sessions, so that they can be distinguished from unknown ones. */
const expiredRetentionMs = 3_600_000;

/**
 * Starts a challenge before tokens are issued: a user with a temporary password sets a new one, a user with MFA enters
 * a code.
 */
const startChallenge = (state: CognitoState, pool: Pool, client: Client, user: User, name: Challenge['name']) => {
  for (const [session, { expiresAt }] of state.challenges) {
    if (state.now().getTime() - expiresAt.getTime() > expiredRetentionMs) state.challenges.delete(session);
  }
  // The session is opaque and as long as on AWS.
  const Session = `AYABe${randomBytes(690).toString('base64url')}`;
  const expiresAt = new Date(state.now().getTime() + client.settings.AuthSessionValidity * 60_000);
  state.challenges.set(Session, { name, poolId: pool.id, clientId: client.id, username: user.username, expiresAt });
  const { sub: _, ...attributes } = user.attributes;
  return {
    ChallengeName: name,
    Session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      ...(name === 'NEW_PASSWORD_REQUIRED' && {
        requiredAttributes: '[]',
        userAttributes: JSON.stringify(attributes),
      }),
    },
  };
};

const completeSignIn = (state: CognitoState, pool: Pool, client: Client, user: User) =>
  isMfaRequired(pool, user)
    ? startChallenge(state, pool, client, user, 'SOFTWARE_TOKEN_MFA')
    : { ChallengeParameters: {}, AuthenticationResult: signIn(state, pool, client, user) };

/**
 * Returns the user of a challenge. Throws NotAuthorizedException for a session that is used, expired, or belongs to
 * another user or challenge.
 */
const requireChallengedUser = (
  state: CognitoState,
  pool: Pool,
  client: Client,
  { name, session, username }: { name: string; session: string; username: string },
): User => {
  const challenge = state.challenges.get(session);
  if (!challenge) throw notAuthorized('Invalid session for the user, session can only be used once.');
  if (state.now() >= challenge.expiresAt) throw notAuthorized('Invalid session for the user, session is expired.');
  const user = pool.users.get(challenge.username);
  const belongsToUser =
    challenge.poolId === pool.id && challenge.clientId === client.id && findUser(pool, username) === user;
  if (!user || !belongsToUser || challenge.name !== name) throw notAuthorized('Invalid session for the user.');
  if (!user.enabled) throw userDisabled();
  return user;
};

const commonParameters = { USERNAME: z.string(), SECRET_HASH: z.optional(z.string()) };
const Responses = {
  NEW_PASSWORD_REQUIRED: z.strictObject({ ...commonParameters, NEW_PASSWORD: z.string() }),
  SOFTWARE_TOKEN_MFA: z.strictObject({ ...commonParameters, SOFTWARE_TOKEN_MFA_CODE: z.string() }),
} as const;

export const AdminRespondToAuthChallenge = defineOperation(
  z.strictObject({
    UserPoolId: z.string(),
    ClientId: z.string(),
    ChallengeName: z.enum(['NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA']),
    ChallengeResponses: z.record(z.string(), z.string()),
    Session: z.string(),
  }),
  async (state, { UserPoolId, ClientId, ChallengeName, ChallengeResponses, Session }) => {
    const pool = requirePool(state, UserPoolId);
    const client = requireClient(pool, ClientId);
    const responses = parseInput(Responses[ChallengeName], ChallengeResponses);
    const { USERNAME, SECRET_HASH } = responses;
    checkSecretHash(client, SECRET_HASH, USERNAME, findUser(pool, USERNAME)?.username ?? USERNAME);
    const expectedChallenge = { name: ChallengeName, session: Session, username: USERNAME };
    const challengedUser = requireChallengedUser(state, pool, client, expectedChallenge);
    if ('SOFTWARE_TOKEN_MFA_CODE' in responses) {
      consumeCode(state, challengedUser, responses.SOFTWARE_TOKEN_MFA_CODE);
      state.challenges.delete(Session);
      return { ChallengeParameters: {}, AuthenticationResult: signIn(state, pool, client, challengedUser) };
    }
    checkPolicy(pool, responses.NEW_PASSWORD);
    const hash = await hashPassword(responses.NEW_PASSWORD);
    // The session is checked again, because a concurrent response may have used it during the hashing.
    const user = requireChallengedUser(state, pool, client, expectedChallenge);
    state.challenges.delete(Session);
    setPassword(state, user, hash);
    return completeSignIn(state, pool, client, user);
  },
);

/**
 * Verifies the credentials. Throws the same error, after the same work, for an unknown user as for a wrong password.
 */
const authenticate = async (state: CognitoState, pool: Pool, name: string, password: string): Promise<User> => {
  checkLock(state, pool, name);
  const user = findUser(pool, name);
  const isPasswordCorrect = await verifyPassword(password, user?.passwordHash);
  if (user && !user.enabled && isPasswordCorrect) throw userDisabled();
  if (!user || !isPasswordCorrect) {
    countFailure(state, pool, name);
    throw incorrectPassword();
  }
  if (user.temporaryUntil !== undefined && state.now().toISOString() >= user.temporaryUntil) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
  clearFailures(state, pool, name);
  return user;
};

export const AdminInitiateAuth = defineOperation(
  z.strictObject({
    UserPoolId: z.string(),
    ClientId: z.string(),
    AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH'),
    AuthParameters: z.strictObject({ ...commonParameters, PASSWORD: z.string() }),
  }),
  async (state, { UserPoolId, ClientId, AuthParameters: { USERNAME, PASSWORD, SECRET_HASH } }) => {
    const pool = requirePool(state, UserPoolId);
    const client = requireClient(pool, ClientId);
    checkSecretHash(client, SECRET_HASH, USERNAME);
    const user = await authenticate(state, pool, USERNAME, PASSWORD);
    if (user.status === 'FORCE_CHANGE_PASSWORD')
      return startChallenge(state, pool, client, user, 'NEW_PASSWORD_REQUIRED');
    return completeSignIn(state, pool, client, user);
  },
);
