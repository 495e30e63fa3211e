import { attemptLimitExceeded } from './errors.ts';
import type { Pool, World } from './state.ts';
import { nameKey } from './user-names.ts';

/** AWS names a range of 5 to 20 an hour; the strictest value finds callers who count on more. */
const perHour = 5;
const hour = 3_600_000;

/** Counts one attempt, whether or not such a user exists. Throws LimitExceededException past the limit. */
export const countAttempt = (world: World, pool: Pool, kind: string, name: string) => {
  const key = `${pool.id} ${kind} ${nameKey(name)}`;
  const now = world.now().getTime();
  const recent = (world.attempts.get(key) ?? []).filter((at) => now - at < hour);
  if (recent.length >= perHour) throw attemptLimitExceeded();
  world.attempts.set(key, [...recent, now]);
};

export const forgetAttempts = (world: World, pool: Pool, kind: string, name: string) =>
  world.attempts.delete(`${pool.id} ${kind} ${nameKey(name)}`);
