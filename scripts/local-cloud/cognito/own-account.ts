import * as z from 'zod/mini';
import { countAttempt, forgetAttempts } from './limits.ts';
import { incorrectPassword, notAuthorized, operation, userDisabled, userNotFound } from './operation.ts';
import { checkPolicy, hashPassword, isPassword, setPassword } from './passwords.ts';
import { hasSignature } from './signing-keys.ts';
import type { Client, Pool, User, World } from './state.ts';
import { issuer } from './tokens.ts';

const claimsOf = (token: string): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return {};
  }
};

/** Whose token it is. Throws NotAuthorizedException, and UserNotFoundException for a user deleted since. */
export const userOfToken = (world: World, token: string): { pool: Pool; client: Client; user: User } => {
  const claims = claimsOf(token);
  const pool = [...world.pools.values()].find((candidate) => issuer(world, candidate) === claims.iss);
  if (!pool || claims.token_use !== 'access' || !hasSignature(pool.keys.access, token))
    throw notAuthorized('Invalid Access Token');
  if (Number(claims.exp) * 1000 <= world.now().getTime()) throw notAuthorized('Access Token has expired');
  const client = pool.clients.get(String(claims.client_id));
  if (!client) throw notAuthorized('Invalid Access Token');
  const user = pool.users.get(String(claims.username));
  if (!user) throw userNotFound();
  if (!user.enabled) throw userDisabled();
  const origin = pool.origins.get(String(claims.origin_jti));
  const voidUntil = origin?.accessVoidUntil;
  const isVoid = voidUntil !== undefined && Number(claims.iat) * 1000 <= Date.parse(voidUntil);
  if (origin?.revoked || isVoid) throw notAuthorized('Access Token has been revoked');
  return { pool, client, user };
};

export const ChangePassword = operation(
  'open',
  z.strictObject({ AccessToken: z.string(), PreviousPassword: z.string(), ProposedPassword: z.string() }),
  async (world, { AccessToken, PreviousPassword, ProposedPassword }) => {
    const { pool, user } = userOfToken(world, AccessToken);
    countAttempt(world, pool, 'ChangePassword', user.username);
    if (!(await isPassword(PreviousPassword, user.passwordHash))) throw incorrectPassword();
    checkPolicy(pool, ProposedPassword);
    const hash = await hashPassword(ProposedPassword);
    setPassword(world, userOfToken(world, AccessToken).user, hash);
    forgetAttempts(world, pool, 'ChangePassword', user.username);
    return {};
  },
);
