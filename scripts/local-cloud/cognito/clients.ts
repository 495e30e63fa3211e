import * as z from 'zod/mini';
import { checkClientSettings, ClientSettings } from './client-settings.ts';
import { newClientId, newClientSecret } from './ids.ts';
import { epoch, existingClient, existingPool } from './lookup.ts';
import { operation } from './operation.ts';
import type { Client, Pool, World } from './state.ts';

/** Throws InvalidParameterException for settings that contradict each other. */
export const addClient = (world: World, pool: Pool, settings: ClientSettings): Client => {
  checkClientSettings(settings);
  const now = world.now().toISOString();
  const client: Client = {
    id: newClientId(),
    secret: newClientSecret(),
    settings,
    createdAt: now,
    changedAt: now,
  };
  pool.clients.set(client.id, client);
  world.changed();
  return client;
};

const described = (pool: Pool, client: Client) => {
  const { GenerateSecret: _, ...settings } = client.settings;
  return {
    UserPoolClient: {
      ...settings,
      UserPoolId: pool.id,
      ClientId: client.id,
      ClientSecret: client.secret,
      RefreshTokenValidity: settings.RefreshTokenValidity || 30,
      EnableTokenRevocation: true,
      AuthSessionValidity: settings.AuthSessionValidity ?? 3,
      CreationDate: epoch(client.createdAt),
      LastModifiedDate: epoch(client.changedAt),
    },
  };
};

export const createUserPoolClient = operation(
  'signed',
  z.extend(ClientSettings, { UserPoolId: z.string() }),
  (world, { UserPoolId, ...settings }) => {
    const pool = existingPool(world, UserPoolId);
    return described(pool, addClient(world, pool, settings));
  },
);

export const describeUserPoolClient = operation(
  'signed',
  z.strictObject({ UserPoolId: z.string(), ClientId: z.string() }),
  (world, { UserPoolId, ClientId }) => {
    const pool = existingPool(world, UserPoolId);
    return described(pool, existingClient(pool, ClientId));
  },
);
