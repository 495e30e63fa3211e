import * as z from 'zod/mini';
import { invalidParameter, notAuthorized, userDisabled } from './errors.ts';
import { newSessionToken } from './ids.ts';
import { existingClient, existingPool } from './lookup.ts';
import { operation } from './operation.ts';
import { checkPolicy, hashPassword, setPassword } from './passwords.ts';
import { checkSecretHash } from './secret-hash.ts';
import type { Client, Pool, User, World } from './state.ts';
import { signIn } from './tokens.ts';
import { findUser } from './user-names.ts';

/** For a while, an old session is told from one that never was. */
const keptAfterExpiry = 3_600_000;

/** Whoever signs in with a temporary password must set an own one first. */
export const startChallenge = (world: World, pool: Pool, client: Client, user: User) => {
  for (const [session, { expiresAt }] of world.challenges) {
    if (world.now().getTime() - expiresAt.getTime() > keptAfterExpiry) world.challenges.delete(session);
  }
  const Session = newSessionToken();
  const minutes = client.settings.AuthSessionValidity ?? 3;
  const expiresAt = new Date(world.now().getTime() + minutes * 60_000);
  world.challenges.set(Session, { poolId: pool.id, clientId: client.id, username: user.username, expiresAt });
  const { sub: _, ...attributes } = user.attributes;
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(attributes),
    },
  };
};

/** Throws NotAuthorizedException for a session that is used, old or somebody else's. */
const challengedUser = (world: World, pool: Pool, client: Client, session: string, name: string): User => {
  const challenge = world.challenges.get(session);
  if (!challenge) throw notAuthorized('Invalid session for the user, session can only be used once.');
  if (world.now() >= challenge.expiresAt) throw notAuthorized('Invalid session for the user, session is expired.');
  const user = pool.users.get(challenge.username);
  const isTheirs = challenge.poolId === pool.id && challenge.clientId === client.id && findUser(pool, name) === user;
  if (!user || !isTheirs) throw notAuthorized('Invalid session for the user.');
  if (!user.enabled) throw userDisabled();
  return user;
};

const Responses = z.strictObject({
  USERNAME: z.string(),
  NEW_PASSWORD: z.string(),
  SECRET_HASH: z.optional(z.string()),
});

export const adminRespondToAuthChallenge = operation(
  'signed',
  z.strictObject({
    UserPoolId: z.string(),
    ClientId: z.string(),
    ChallengeName: z.literal('NEW_PASSWORD_REQUIRED'),
    ChallengeResponses: Responses,
    Session: z.optional(z.string()),
    ClientMetadata: z.optional(z.record(z.string(), z.string())),
    ContextData: z.optional(z.looseObject({})),
  }),
  async (world, { UserPoolId, ClientId, ChallengeResponses, Session }) => {
    const pool = existingPool(world, UserPoolId);
    const client = existingClient(pool, ClientId);
    const { USERNAME, NEW_PASSWORD, SECRET_HASH } = ChallengeResponses;
    if (!Session) throw invalidParameter('Missing required parameter Session');
    checkSecretHash(client, SECRET_HASH, USERNAME, findUser(pool, USERNAME)?.username ?? USERNAME);
    challengedUser(world, pool, client, Session, USERNAME);
    checkPolicy(pool.settings, NEW_PASSWORD);
    const hash = await hashPassword(NEW_PASSWORD);
    // Asked again: a second answer may have come in while this one was hashed.
    const user = challengedUser(world, pool, client, Session, USERNAME);
    world.challenges.delete(Session);
    setPassword(world, user, hash);
    return { ChallengeParameters: {}, AuthenticationResult: signIn(world, pool, client, user) };
  },
);
