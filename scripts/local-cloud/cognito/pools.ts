import * as z from 'zod/mini';
import { checkClientSettings, ClientSettings } from './client-settings.ts';
import { GroupSettings, putGroup } from './groups.ts';
import { newClientId, newClientSecret, newPoolId } from './ids.ts';
import { epoch, existingClient, existingPool } from './lookup.ts';
import { operation, parseInput } from './operation.ts';
import { PoolSettings } from './pool-settings.ts';
import { newSigningKey } from './signing-keys.ts';
import type { Client, Pool, World } from './state.ts';

/** A pool of its own keys, without clients, groups and users. */
const addPool = async (world: World, settings: PoolSettings, logicalId?: string): Promise<Pool> => {
  const [id, access] = await Promise.all([newSigningKey(), newSigningKey()]);
  const poolId = newPoolId(world.region);
  const now = world.now().toISOString();
  const pool: Pool = {
    id: poolId,
    arn: `arn:aws:cognito-idp:${world.region}:${world.accountId}:userpool/${poolId}`,
    ...(logicalId === undefined ? {} : { logicalId }),
    settings,
    keys: { id, access },
    clients: new Map(),
    groups: new Map(),
    users: new Map(),
    usersByEmail: new Map(),
    origins: new Map(),
    originsByToken: new Map(),
    lastSerial: 0,
    createdAt: now,
    changedAt: now,
  };
  world.pools.set(poolId, pool);
  world.changed();
  return pool;
};

export const createUserPool = operation('signed', PoolSettings, async (world, settings) => {
  const { id, arn } = await addPool(world, settings);
  return { UserPool: { Id: id, Arn: arn, Name: settings.PoolName } };
});

/** All in one page: what anybody asks first at a terminal. */
export const listUserPools = operation(
  'signed',
  z.strictObject({ MaxResults: z.int().check(z.minimum(1), z.maximum(60)) }),
  (world) => ({
    UserPools: [...world.pools.values()].map(({ id, settings, createdAt, changedAt }) => ({
      Id: id,
      Name: settings.PoolName,
      CreationDate: epoch(createdAt),
      LastModifiedDate: epoch(changedAt),
    })),
  }),
);

/** Throws InvalidParameterException for settings that contradict each other. */
const addClient = (world: World, pool: Pool, settings: ClientSettings): Client => {
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

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const bring = <S>(world: World, existing: { settings: S; changedAt: string }, settings: S) => {
  if (same(existing.settings, settings)) return;
  existing.settings = settings;
  existing.changedAt = world.now().toISOString();
  world.changed();
};

/** The pool of this logical id: made, or brought to these settings. Throws where AWS would replace it. */
export const ensureUserPool = async (world: World, logicalId: string, input: unknown) => {
  const settings = parseInput(PoolSettings, input);
  const existing = [...world.pools.values()].find((pool) => pool.logicalId === logicalId);
  if (!existing) {
    const { id, arn } = await addPool(world, settings, logicalId);
    return { id, arn };
  }
  // CloudFormation would replace the pool, and its users with it.
  if (!same(existing.settings.Schema, settings.Schema))
    throw new Error(`The schema of the user pool ${logicalId} cannot change: begin with new data`);
  bring(world, existing, settings);
  return { id: existing.id, arn: existing.arn };
};

/** The pool's client of this ClientName: made, or brought to these settings. */
export const ensureClient = (world: World, poolId: string, input: unknown) => {
  const settings = parseInput(ClientSettings, input);
  const pool = existingPool(world, poolId);
  const existing = [...pool.clients.values()].find((client) => client.settings.ClientName === settings.ClientName);
  if (!existing) {
    const { id, secret } = addClient(world, pool, settings);
    return { id, secret };
  }
  checkClientSettings(settings);
  bring(world, existing, settings);
  return { id: existing.id, secret: existing.secret };
};

/** The pool's group of this GroupName: made, or brought to these settings. */
export const ensureGroup = (world: World, poolId: string, input: unknown) => {
  const settings = parseInput(GroupSettings, input);
  const pool = existingPool(world, poolId);
  const group = pool.groups.get(settings.GroupName);
  const isSame = group && same([group.description, group.precedence], [settings.Description, settings.Precedence]);
  if (!isSame) putGroup(world, pool, settings);
};
