import { existsSync, readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import type { SentMail } from '../ses/ses.ts';
import type { ClientSettings, PoolSettings } from './settings.ts';

/** Everything the emulator remembers. Dates are ISO strings. */
export type Client = { id: string; secret: string; settings: ClientSettings };

export type User = {
  /** The sub in pools that take the e-mail address as sign-in name, as AWS does. */
  username: string;
  /** Place in the order of creation; lists and their page tokens follow it. */
  serial: number;
  attributes: Record<string, string>;
  enabled: boolean;
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';
  passwordHash: string;
  temporaryUntil?: string;
  groups: string[];
  resetCode?: { hash: string; expiresAt: string };
  /** `pending` waits to be verified; `usedStep` is the step of the last code that was taken. */
  softwareToken?: { secret?: string; pending?: string; usedStep?: number };
  mfa?: { isEnabled: boolean };
  createdAt: string;
  changedAt: string;
};

/** One sign-in and all tokens that descend from it. */
export type Origin = {
  jti: string;
  username: string;
  clientId: string;
  signedInAt: string;
  expiresAt: string;
  revoked: boolean;
  /** Access tokens of this instant or before are void (the user was disabled). */
  accessVoidUntil?: string;
  refreshTokens: { hash: string; replacedAt?: string }[];
};

/** An RSA key, in PEM. */
export type SigningKey = { kid: string; pem: string };

export type Pool = {
  id: string;
  arn: string;
  /** The template's name for it. */
  logicalId: string;
  settings: PoolSettings;
  keys: { id: SigningKey; access: SigningKey };
  clients: Map<string, Client>;
  groups: Set<string>;
  users: Map<string, User>;
  /** Keyed by the e-mail address as it is compared. */
  usersByEmail: Map<string, User>;
  origins: Map<string, Origin>;
  originsByToken: Map<string, Origin>;
  lastSerial: number;
};

export type Challenge = {
  name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';
  poolId: string;
  clientId: string;
  username: string;
  expiresAt: Date;
};

export type World = {
  region: string;
  accountId: string;
  now: () => Date;
  sendMail: (mail: SentMail) => void;
  invokeTrigger: (functionArn: string, event: unknown) => Promise<unknown>;
  pools: Map<string, Pool>;
  challenges: Map<string, Challenge>;
  /** Failed sign-ins by pool and sign-in name. */
  failures: Map<string, { count: number; lastAt: number; lockedUntil: number }>;
  /** Instants of what AWS limits by the hour, by pool, kind and sign-in name. */
  attempts: Map<string, number[]>;
  /** To be called after every change that must outlive the process. */
  changed: () => void;
};

/** Takes a sign-in out of its pool, with all its tokens. */
export const forgetOrigin = (pool: Pool, origin: Origin): void => {
  pool.origins.delete(origin.jti);
  for (const { hash } of origin.refreshTokens) pool.originsByToken.delete(hash);
};

/** The pools of an earlier run; none when there is no file yet. Throws when they are of an earlier version, which kept them as JSON. */
export const loadPools = (file: string): World['pools'] => {
  const isEarlier = !existsSync(file) && existsSync(file.replace(/v8$/, 'json'));
  if (isEarlier) throw new Error('The users are of an earlier version. Begin with new data: npm start -- --reset');
  const pools: World['pools'] = existsSync(file) ? deserialize(readFileSync(file)) : new Map();
  // The file, which is written at every change, would grow with each sign-in that there ever was.
  for (const pool of pools.values())
    for (const origin of pool.origins.values())
      if (Date.parse(origin.expiresAt) < Date.now()) forgetOrigin(pool, origin);
  return pools;
};
