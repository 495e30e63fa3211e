import { resourceNotFound } from './errors.ts';
import type { Client, Pool, World } from './state.ts';

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
export const epoch = (iso: string) => Date.parse(iso) / 1000;
