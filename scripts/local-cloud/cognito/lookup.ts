import * as z from 'zod/mini';
import { listAttributes, nameKey } from './attributes.ts';
import { resourceNotFound, userNotFound } from './operation.ts';
import type { Client, Pool, User, World } from './state.ts';

/** By username, which is the sub, or by the e-mail address. */
export const findUser = (pool: Pool, name: string): User | undefined => {
  const key = nameKey(name);
  return pool.users.get(key) ?? pool.usersByEmail.get(key);
};

/** Throws UserNotFoundException. */
export const existingUser = (pool: Pool, name: string): User => {
  const user = findUser(pool, name);
  if (!user) throw userNotFound();
  return user;
};

/** Throws ResourceNotFoundException. */
export const existingPool = (world: World, poolId: string): Pool => {
  const pool = world.pools.get(poolId);
  if (!pool) throw resourceNotFound(`User pool ${poolId} does not exist.`);
  return pool;
};

const noClient = (clientId: string) => resourceNotFound(`User pool client ${clientId} does not exist.`);

/** Throws ResourceNotFoundException. */
export const existingClient = (pool: Pool, clientId: string): Client => {
  const client = pool.clients.get(clientId);
  if (!client) throw noClient(clientId);
  return client;
};

/** For operations that name only the client. Throws ResourceNotFoundException. */
export const poolOfClient = (world: World, clientId: string): { pool: Pool; client: Client } => {
  for (const pool of world.pools.values()) {
    const client = pool.clients.get(clientId);
    if (client) return { pool, client };
  }
  throw noClient(clientId);
};

/** Timestamps travel as seconds since 1970, with milliseconds behind the point. */
const epoch = (iso: string) => Date.parse(iso) / 1000;

export const OneUser = z.strictObject({ UserPoolId: z.string(), Username: z.string() });

/** Throws ResourceNotFoundException or UserNotFoundException. */
export const locate = (world: World, { UserPoolId, Username }: z.infer<typeof OneUser>) => {
  const pool = existingPool(world, UserPoolId);
  return { pool, user: existingUser(pool, Username) };
};

/** A user as AdminCreateUser and the lists show it. */
export const userShape = (user: User) => ({
  Username: user.username,
  Attributes: listAttributes(user),
  UserCreateDate: epoch(user.createdAt),
  UserLastModifiedDate: epoch(user.changedAt),
  Enabled: user.enabled,
  UserStatus: user.status,
});
