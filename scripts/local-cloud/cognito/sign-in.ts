import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { checkLock, countFailure, forgetFailures } from './limits.ts';
import {
  existingClient,
  existingPool,
  findUser,
  incorrectPassword,
  notAuthorized,
  operation,
  parseInput,
  userDisabled,
} from './operation.ts';
import { checkPolicy, hashPassword, isPassword, setPassword } from './passwords.ts';
import { checkSecretHash } from './secret-hash.ts';
import { needsCode, spendCode } from './software-token.ts';
import type { Challenge, Client, Pool, User, World } from './state.ts';
import { signIn } from './tokens.ts';

/** For a while, an old session is told from one that never was. */
const keptAfterExpiry = 3_600_000;

/** Somebody with a temporary password must set an own one, somebody with one-time codes type one, before there are tokens. */
const startChallenge = (world: World, pool: Pool, client: Client, user: User, name: Challenge['name']) => {
  for (const [session, { expiresAt }] of world.challenges) {
    if (world.now().getTime() - expiresAt.getTime() > keptAfterExpiry) world.challenges.delete(session);
  }
  // Opaque, of AWS's size.
  const Session = `AYABe${randomBytes(690).toString('base64url')}`;
  const expiresAt = new Date(world.now().getTime() + client.settings.AuthSessionValidity * 60_000);
  world.challenges.set(Session, { name, poolId: pool.id, clientId: client.id, username: user.username, expiresAt });
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

const completeSignIn = (world: World, pool: Pool, client: Client, user: User) =>
  needsCode(pool, user)
    ? startChallenge(world, pool, client, user, 'SOFTWARE_TOKEN_MFA')
    : { ChallengeParameters: {}, AuthenticationResult: signIn(world, pool, client, user) };

/** Throws NotAuthorizedException for a session that is used, old, somebody else's or of another challenge. */
const challengedUser = (
  world: World,
  pool: Pool,
  client: Client,
  { name, session, username }: { name: string; session: string; username: string },
): User => {
  const challenge = world.challenges.get(session);
  if (!challenge) throw notAuthorized('Invalid session for the user, session can only be used once.');
  if (world.now() >= challenge.expiresAt) throw notAuthorized('Invalid session for the user, session is expired.');
  const user = pool.users.get(challenge.username);
  const isTheirs =
    challenge.poolId === pool.id && challenge.clientId === client.id && findUser(pool, username) === user;
  if (!user || !isTheirs || challenge.name !== name) throw notAuthorized('Invalid session for the user.');
  if (!user.enabled) throw userDisabled();
  return user;
};

const common = { USERNAME: z.string(), SECRET_HASH: z.optional(z.string()) };
const Responses = {
  NEW_PASSWORD_REQUIRED: z.strictObject({ ...common, NEW_PASSWORD: z.string() }),
  SOFTWARE_TOKEN_MFA: z.strictObject({ ...common, SOFTWARE_TOKEN_MFA_CODE: z.string() }),
} as const;

export const AdminRespondToAuthChallenge = operation(
  z.strictObject({
    UserPoolId: z.string(),
    ClientId: z.string(),
    ChallengeName: z.enum(['NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA']),
    ChallengeResponses: z.record(z.string(), z.string()),
    Session: z.string(),
  }),
  async (world, { UserPoolId, ClientId, ChallengeName, ChallengeResponses, Session }) => {
    const pool = existingPool(world, UserPoolId);
    const client = existingClient(pool, ClientId);
    const given = parseInput(Responses[ChallengeName], ChallengeResponses);
    const { USERNAME, SECRET_HASH } = given;
    checkSecretHash(client, SECRET_HASH, USERNAME, findUser(pool, USERNAME)?.username ?? USERNAME);
    const asked = { name: ChallengeName, session: Session, username: USERNAME };
    const challenged = challengedUser(world, pool, client, asked);
    if ('SOFTWARE_TOKEN_MFA_CODE' in given) {
      spendCode(world, challenged, given.SOFTWARE_TOKEN_MFA_CODE);
      world.challenges.delete(Session);
      return { ChallengeParameters: {}, AuthenticationResult: signIn(world, pool, client, challenged) };
    }
    checkPolicy(pool, given.NEW_PASSWORD);
    const hash = await hashPassword(given.NEW_PASSWORD);
    // Asked again: a second answer may have come in while this one was hashed.
    const user = challengedUser(world, pool, client, asked);
    world.challenges.delete(Session);
    setPassword(world, user, hash);
    return completeSignIn(world, pool, client, user);
  },
);

/** Throws the same for an unknown user as for a wrong password, after the same work. */
const authenticated = async (world: World, pool: Pool, name: string, password: string): Promise<User> => {
  checkLock(world, pool, name);
  const user = findUser(pool, name);
  const matches = await isPassword(password, user?.passwordHash);
  if (user && !user.enabled && matches) throw userDisabled();
  if (!user || !matches) {
    countFailure(world, pool, name);
    throw incorrectPassword();
  }
  if (user.temporaryUntil !== undefined && world.now().toISOString() >= user.temporaryUntil) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
  forgetFailures(world, pool, name);
  return user;
};

export const AdminInitiateAuth = operation(
  z.strictObject({
    UserPoolId: z.string(),
    ClientId: z.string(),
    AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH'),
    AuthParameters: z.strictObject({ ...common, PASSWORD: z.string() }),
  }),
  async (world, { UserPoolId, ClientId, AuthParameters: { USERNAME, PASSWORD, SECRET_HASH } }) => {
    const pool = existingPool(world, UserPoolId);
    const client = existingClient(pool, ClientId);
    checkSecretHash(client, SECRET_HASH, USERNAME);
    const user = await authenticated(world, pool, USERNAME, PASSWORD);
    if (user.status === 'FORCE_CHANGE_PASSWORD')
      return startChallenge(world, pool, client, user, 'NEW_PASSWORD_REQUIRED');
    return completeSignIn(world, pool, client, user);
  },
);
