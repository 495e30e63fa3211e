import { userNotFound } from './errors.ts';
import type { Pool, User } from './state.ts';

/** A sign-in name as the pool compares it. */
export const nameKey = (name: string) => name.toLowerCase();

/** By username, which is the sub, or by the e-mail address. */
export const findUser = (pool: Pool, name: string): User | undefined => {
  const key = nameKey(name);
  return pool.users.get(key) ?? pool.usersByEmail.get(key);
};

/** Throws UserNotFoundException. */
export const existingUser = (pool: Pool, name: string): User => {
  const user = findUser(pool, name);
  if (!user) throw userNotFound();
  return user;
};
