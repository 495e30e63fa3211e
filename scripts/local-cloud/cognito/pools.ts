import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { requirePool } from './operation.ts';
import { ClientSettings, PoolSettings } from './settings.ts';
import type { Pool, CognitoState } from './state.ts';
import { createSigningKey } from './tokens.ts';

/** Creates an id or secret of `length` lower-case hexadecimal digits. Callers use the lengths of AWS. */
const createId = (length: number) => randomBytes(length).toString('hex').slice(0, length);

const createPool = async (state: CognitoState, settings: PoolSettings, logicalId: string): Promise<Pool> => {
  const [idTokenKey, accessTokenKey] = await Promise.all([createSigningKey(), createSigningKey()]);
  const poolId = `${state.region}_${createId(9)}`;
  const pool: Pool = {
    id: poolId,
    arn: `arn:aws:cognito-idp:${state.region}:${state.accountId}:userpool/${poolId}`,
    logicalId,
    settings,
    keys: { id: idTokenKey, access: accessTokenKey },
    clients: new Map(),
    groups: new Set(),
    users: new Map(),
    usersByEmail: new Map(),
    origins: new Map(),
    originsByToken: new Map(),
    lastSerial: 0,
  };
  state.pools.set(poolId, pool);
  return pool;
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Creates the pool with this logical id, or updates its settings and keeps id, keys and users. Throws if AWS would
 * replace the pool.
 */
export const ensureUserPool = async (state: CognitoState, logicalId: string, input: unknown) => {
  const settings = PoolSettings.parse(input);
  const existing = [...state.pools.values()].find((pool) => pool.logicalId === logicalId);
  // If the schema changes, CloudFormation replaces the pool and its users are lost. Without one in the template,
  // the pool keeps its schema.
  if (existing && settings.Schema !== undefined && !isSame(existing.settings.Schema, settings.Schema))
    throw new Error(`The schema of the user pool ${logicalId} cannot change: begin with new data`);
  const pool = existing ?? (await createPool(state, settings, logicalId));
  pool.settings = settings;
  state.scheduleSave();
  return { id: pool.id, arn: pool.arn };
};

/** Creates the pool's client with this ClientName, or updates its settings and keeps id and secret. */
export const ensureClient = (state: CognitoState, poolId: string, input: unknown) => {
  const settings = ClientSettings.parse(input);
  const { clients } = requirePool(state, poolId);
  const existing = [...clients.values()].find((client) => client.settings.ClientName === settings.ClientName);
  const { id, secret } = existing ?? { id: createId(26), secret: createId(51) };
  clients.set(id, { id, secret, settings });
  state.scheduleSave();
  return { id, secret };
};

export const ensureGroup = (state: CognitoState, poolId: string, name: string) => {
  requirePool(state, poolId).groups.add(name);
  state.scheduleSave();
};

const clientProperties = z.looseObject({ UserPoolId: z.string() });
const groupProperties = z.strictObject({ UserPoolId: z.string(), GroupName: z.string() });

/** Creates the resource types `AWS::Cognito::*`. Unknown settings are rejected with an error that names them. */
export const createCognitoResourceTypes = (state: CognitoState): Record<string, ResourceType> => ({
  'AWS::Cognito::UserPool': async ({ logicalId, properties }) => {
    const { UserPoolName: PoolName = logicalId, ...settings } = properties;
    const { id, arn } = await ensureUserPool(state, logicalId, { PoolName, ...settings });
    return { ref: id, attributes: { Arn: arn } };
  },
  'AWS::Cognito::UserPoolClient': ({ logicalId, properties }) => {
    const { UserPoolId, ...settings } = clientProperties.parse(properties);
    const { id, secret } = ensureClient(state, UserPoolId, { ClientName: logicalId, ...settings });
    return { ref: id, attributes: { ClientId: id, ClientSecret: secret } };
  },
  'AWS::Cognito::UserPoolGroup': ({ properties }) => {
    const { UserPoolId, GroupName } = groupProperties.parse(properties);
    ensureGroup(state, UserPoolId, GroupName);
    return { ref: GroupName };
  },
});
