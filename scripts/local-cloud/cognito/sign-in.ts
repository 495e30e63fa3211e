import * as z from 'zod/mini';
import { completeSignIn, startChallenge } from './challenge.ts';
import { checkLock, countFailure, forgetFailures } from './limits.ts';
import { existingClient, existingPool, findUser } from './lookup.ts';
import {
  incorrectPassword,
  invalidParameter,
  notAuthorized,
  operation,
  parseInput,
  userDisabled,
} from './operation.ts';
import { isPassword } from './passwords.ts';
import { checkSecretHash } from './secret-hash.ts';
import type { Client, Pool, User, World } from './state.ts';

const PasswordParameters = z.strictObject({
  USERNAME: z.optional(z.string()),
  PASSWORD: z.optional(z.string()),
  SECRET_HASH: z.optional(z.string()),
});
const required = (parameters: Record<string, string | undefined>, name: string): string => {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
};

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

const withPassword = async (world: World, pool: Pool, client: Client, given: unknown) => {
  const parameters = parseInput(PasswordParameters, given);
  const name = required(parameters, 'USERNAME');
  checkSecretHash(client, parameters.SECRET_HASH, name);
  const user = await authenticated(world, pool, name, required(parameters, 'PASSWORD'));
  if (user.status === 'FORCE_CHANGE_PASSWORD')
    return startChallenge(world, pool, client, user, 'NEW_PASSWORD_REQUIRED');
  return completeSignIn(world, pool, client, user);
};

export const AdminInitiateAuth = operation(
  'signed',
  z.strictObject({
    UserPoolId: z.string(),
    ClientId: z.string(),
    AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH'),
    AuthParameters: z._default(z.record(z.string(), z.string()), {}),
  }),
  (world, { UserPoolId, ClientId, AuthParameters }) => {
    const pool = existingPool(world, UserPoolId);
    return withPassword(world, pool, existingClient(pool, ClientId), AuthParameters);
  },
);
