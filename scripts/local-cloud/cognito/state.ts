import { existsSync, readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import type { SentMail } from '../ses/ses.ts';
import type { ClientSettings, PoolSettings } from './settings.ts';

/** App client of a user pool. This type and those up to `Pool` are saved; their times are ISO strings. */
export type Client = { id: string; secret: string; settings: ClientSettings };

export type User = {
  /** The sub, as on AWS for pools that use the email address as sign-in name. */
  username: string;
  /** Position in the order of creation, which lists and their page tokens follow. */
  serial: number;
  attributes: Record<string, string>;
  enabled: boolean;
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';
  passwordHash: string;
  /** End of the validity of a temporary password. */
  temporaryUntil?: string;
  groups: string[];
  resetCode?: { hash: string; expiresAt: string };
  /** `pending` is a secret that is not verified yet; `usedStep` is the time step of the last accepted code. */
  softwareToken?: { secret?: string; pending?: string; usedStep?: number };
  mfa?: { isEnabled: boolean };
  createdAt: string;
  changedAt: string;
};

/** One sign-in and all tokens issued from it. */
export type TokenFamily = {
  jti: string;
  username: string;
  clientId: string;
  signedInAt: string;
  expiresAt: string;
  revoked: boolean;
  /** Access tokens issued at or before this time are invalid because the user was disabled. */
  accessVoidUntil?: string;
  refreshTokens: { hash: string; replacedAt?: string }[];
};

/** RSA key in PEM format. */
export type SigningKey = { kid: string; pem: string };

export type Pool = {
  id: string;
  arn: string;
  /** Logical id in the template. */
  logicalId: string;
  settings: PoolSettings;
  keys: { id: SigningKey; access: SigningKey };
  clients: Map<string, Client>;
  groups: Set<string>;
  users: Map<string, User>;
  /** Keyed by the normalized email address. */
  usersByEmail: Map<string, User>;
  /** Token families, keyed by the `origin_jti` of their tokens. */
  origins: Map<string, TokenFamily>;
  /** The same token families, keyed by the hash of each of their refresh tokens. */
  originsByToken: Map<string, TokenFamily>;
  lastSerial: number;
};

export type Challenge = {
  name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';
  poolId: string;
  clientId: string;
  username: string;
  expiresAt: Date;
};

export type CognitoState = {
  region: string;
  accountId: string;
  now: () => Date;
  sendMail: (mail: SentMail) => void;
  invokeTrigger: (functionArn: string, event: unknown) => Promise<unknown>;
  pools: Map<string, Pool>;
  challenges: Map<string, Challenge>;
  /** Failed sign-ins by pool and sign-in name; times in epoch milliseconds. */
  failures: Map<string, { count: number; lastAt: number; lockedUntil: number }>;
  /** Times of rate-limited attempts (epoch milliseconds), by pool, kind and sign-in name. */
  attempts: Map<string, number[]>;
  /** Must be called after every change that has to be saved. */
  scheduleSave: () => void;
};

/** Removes a sign-in and all its tokens from its pool. */
export const removeTokenFamily = (pool: Pool, family: TokenFamily): void => {
  pool.origins.delete(family.jti);
  for (const { hash } of family.refreshTokens) pool.originsByToken.delete(hash);
};

/**
 * Loads the pools of an earlier run; returns an empty map if there is no file. Throws for a state file of an earlier
 * version, which was JSON.
 */
export const loadPools = (file: string): CognitoState['pools'] => {
  const isOldFormat = !existsSync(file) && existsSync(file.replace(/v8$/, 'json'));
  if (isOldFormat) throw new Error('The users are of an earlier version. Begin with new data: npm start -- --reset');
  const pools: CognitoState['pools'] = existsSync(file) ? deserialize(readFileSync(file)) : new Map();
  // Expired sign-ins are dropped: the file is written at every change and would otherwise grow forever.
  for (const pool of pools.values())
    for (const family of pool.origins.values())
      if (Date.parse(family.expiresAt) < Date.now()) removeTokenFamily(pool, family);
  return pools;
};
