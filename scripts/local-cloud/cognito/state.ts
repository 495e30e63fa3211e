import type { ClientSettings, PoolSettings } from './settings.ts';
import type { SigningKey } from './signing-keys.ts';

/** Everything the emulator remembers. Dates are ISO strings, so that a pool can be written to disk as it is. */
export type Client = { id: string; secret: string; settings: ClientSettings };

type ResetCode = { hash: string; expiresAt: string };

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
  resetCode?: ResetCode;
  /** `pending` waits to be verified; `usedStep` is the step of the last code that was taken. */
  softwareToken?: { secret?: string; pending?: string; usedStep?: number };
  mfa?: { isEnabled: boolean; isPreferred: boolean };
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
  /** Keyed by the e-mail address as it is compared; only in pools that take it as sign-in name. */
  usersByEmail: Map<string, User>;
  origins: Map<string, Origin>;
  originsByToken: Map<string, Origin>;
  lastSerial: number;
};

/** A challenge waiting for its answer. */
export type Challenge = {
  name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';
  poolId: string;
  clientId: string;
  username: string;
  expiresAt: Date;
};

export type Mail = {
  to: string;
  subject: string;
  html: string;
  at: string;
  configurationSet?: string | undefined;
};

/** The pools and what the operations need of the outside. */
export type World = {
  region: string;
  accountId: string;
  now: () => Date;
  sendMail: (mail: Mail) => void;
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
