import { attemptLimitExceeded, nameKey, notAuthorized } from './operation.ts';
import type { Pool, World } from './state.ts';

/** AWS names a range of 5 to 20 an hour; the strictest value finds callers who count on more. */
const perHour = 5;
const hour = 3_600_000;

const keyOf = (pool: Pool, name: string, kind = '') => `${pool.id} ${kind} ${nameKey(name)}`;

/** Counts one attempt, whether or not such a user exists. Throws LimitExceededException past the limit. */
export const countAttempt = (world: World, pool: Pool, kind: string, name: string) => {
  const key = keyOf(pool, name, kind);
  const now = world.now().getTime();
  const recent = (world.attempts.get(key) ?? []).filter((at) => now - at < hour);
  if (recent.length >= perHour) throw attemptLimitExceeded();
  world.attempts.set(key, [...recent, now]);
};

export const forgetAttempts = (world: World, pool: Pool, kind: string, name: string) =>
  world.attempts.delete(keyOf(pool, name, kind));

const freeFailures = 5;
const longestLock = 900;
const forgetAfter = 900_000;

/** Throws NotAuthorizedException while the name is locked; such an attempt doesn't lengthen the lock. */
export const checkLock = (world: World, pool: Pool, name: string) => {
  const failures = world.failures.get(keyOf(pool, name));
  if (failures && world.now().getTime() < failures.lockedUntil) throw notAuthorized('Password attempts exceeded');
};

/** From the fifth failure on: one second, doubled each time, 15 minutes at most; 15 minutes of peace start anew. */
export const countFailure = (world: World, pool: Pool, name: string) => {
  const key = keyOf(pool, name);
  const now = world.now().getTime();
  const before = world.failures.get(key);
  const peaceful = !before || now - Math.max(before.lastAt, before.lockedUntil) >= forgetAfter;
  const count = peaceful ? 1 : before.count + 1;
  const lock = count < freeFailures ? 0 : Math.min(2 ** (count - freeFailures), longestLock);
  world.failures.set(key, { count, lastAt: now, lockedUntil: now + lock * 1000 });
};

export const forgetFailures = (world: World, pool: Pool, ...names: (string | undefined)[]) => {
  for (const name of names) if (name !== undefined) world.failures.delete(keyOf(pool, name));
};
