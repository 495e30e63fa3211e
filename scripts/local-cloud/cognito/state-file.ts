import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { nameKey } from './attributes.ts';
import { signingKey } from './signing-keys.ts';
import type { Client, Origin, Pool, User } from './state.ts';

type SavedPool = Omit<Pool, 'keys' | 'clients' | 'groups' | 'users' | 'usersByEmail' | 'origins' | 'originsByToken'> & {
  keys: { id: string; access: string };
  clients: Client[];
  groups: string[];
  users: User[];
  origins: Origin[];
};

const saved = (pool: Pool, now: string): SavedPool => {
  const { usersByEmail: _, originsByToken: __, ...rest } = pool;
  return {
    ...rest,
    keys: { id: pool.keys.id.pem, access: pool.keys.access.pem },
    clients: [...pool.clients.values()],
    groups: [...pool.groups],
    users: [...pool.users.values()],
    origins: [...pool.origins.values()].filter((origin) => origin.expiresAt > now),
  };
};

const revived = (pool: SavedPool): Pool => {
  const by = <T>(list: T[], key: (item: T) => string) => new Map(list.map((item) => [key(item), item]));
  return {
    ...pool,
    keys: { id: signingKey(pool.keys.id), access: signingKey(pool.keys.access) },
    clients: by(pool.clients, (client) => client.id),
    groups: new Set(pool.groups),
    users: by(pool.users, (user) => user.username),
    usersByEmail: by(
      pool.users.filter((user) => user.attributes.email),
      (user) => nameKey(user.attributes.email ?? ''),
    ),
    origins: by(pool.origins, (origin) => origin.jti),
    originsByToken: new Map(
      pool.origins.flatMap((origin) => origin.refreshTokens.map((token) => [token.hash, origin] as const)),
    ),
  };
};

/** The pools of an earlier run; none when there is no file yet. */
export const loadPools = (file: string): Map<string, Pool> => {
  if (!existsSync(file)) return new Map();
  const { pools }: { pools: SavedPool[] } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(pools.map((pool) => [pool.id, revived(pool)]));
};

/** Written beside and renamed, so that a crash never leaves half a file; only its owner may read the keys in it. */
export const savePools = (file: string, pools: Map<string, Pool>, now: Date) => {
  mkdirSync(dirname(file), { recursive: true });
  const content = { version: 1, pools: [...pools.values()].map((pool) => saved(pool, now.toISOString())) };
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};
