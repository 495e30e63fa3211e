import { userNotFound } from './errors.ts';
import { isCaseSensitive, usesEmailAsUsername } from './pool-settings.ts';
import type { PoolSettings } from './pool-settings.ts';
import type { Pool, User } from './state.ts';

/** A sign-in name as the pool compares it. */
export const nameKey = (settings: PoolSettings, name: string) =>
  isCaseSensitive(settings) ? name : name.toLowerCase();

/** By username, and by e-mail address where that is the sign-in name. */
export const findUser = (pool: Pool, name: string): User | undefined => {
  const key = nameKey(pool.settings, name);
  return pool.users.get(key) ?? (usesEmailAsUsername(pool.settings) ? pool.usersByEmail.get(key) : undefined);
};

/** Throws UserNotFoundException. */
export const existingUser = (pool: Pool, name: string): User => {
  const user = findUser(pool, name);
  if (!user) throw userNotFound();
  return user;
};
