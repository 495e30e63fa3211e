import * as z from 'zod/mini';
import { invalidParameter } from './errors.ts';
import { newPoolId } from './ids.ts';
import { epoch, existingPool } from './lookup.ts';
import { operation } from './operation.ts';
import { page } from './pages.ts';
import { passwordPolicy, PoolSettings } from './pool-settings.ts';
import { newSigningKey } from './signing-keys.ts';
import type { Pool, World } from './state.ts';

/** A pool of its own keys, without clients, groups and users. */
export const addPool = async (world: World, settings: PoolSettings, logicalId?: string): Promise<Pool> => {
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

const described = (pool: Pool) => {
  const { PoolName, Schema, EnabledMfas: _, ...settings } = pool.settings;
  return {
    ...settings,
    Id: pool.id,
    Name: PoolName,
    Arn: pool.arn,
    Policies: { ...settings.Policies, PasswordPolicy: passwordPolicy(pool.settings) },
    UsernameConfiguration: { CaseSensitive: false },
    DeletionProtection: settings.DeletionProtection ?? 'INACTIVE',
    MfaConfiguration: settings.MfaConfiguration ?? 'OFF',
    SchemaAttributes: Schema,
    EstimatedNumberOfUsers: pool.users.size,
    CreationDate: epoch(pool.createdAt),
    LastModifiedDate: epoch(pool.changedAt),
  };
};

export const createUserPool = operation('signed', PoolSettings, async (world, settings) => ({
  UserPool: described(await addPool(world, settings)),
}));

const OnePool = z.strictObject({ UserPoolId: z.string() });

export const describeUserPool = operation('signed', OnePool, (world, { UserPoolId }) => ({
  UserPool: described(existingPool(world, UserPoolId)),
}));

export const listUserPools = operation(
  'signed',
  z.strictObject({ MaxResults: z.int().check(z.minimum(1), z.maximum(60)), NextToken: z.optional(z.string()) }),
  (world, { MaxResults, NextToken }) => {
    const numbered = [...world.pools.values()].map((pool, serial) => ({ pool, serial }));
    const { shown, next } = page(numbered, ({ serial }) => serial, 'pools', MaxResults, NextToken);
    const UserPools = shown.map(({ pool: { id, settings, createdAt, changedAt } }) => ({
      Id: id,
      Name: settings.PoolName,
      LambdaConfig: settings.LambdaConfig ?? {},
      CreationDate: epoch(createdAt),
      LastModifiedDate: epoch(changedAt),
    }));
    return { UserPools, NextToken: next };
  },
);

export const deleteUserPool = operation('signed', OnePool, (world, { UserPoolId }) => {
  const pool = existingPool(world, UserPoolId);
  if (pool.settings.DeletionProtection === 'ACTIVE') {
    throw invalidParameter(
      'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be inactivated first.',
    );
  }
  world.pools.delete(UserPoolId);
  world.changed();
  return {};
});
