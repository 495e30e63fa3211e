import { attemptLimitExceeded, normalizeName, notAuthorized } from './operation.ts';
import type { Pool, CognitoState } from './state.ts';

/** AWS documents a range of 5 to 20 attempts per hour; the lowest value exposes callers that rely on more. */
const maxAttemptsPerHour = 5;
const hourMs = 3_600_000;

const toKey = (pool: Pool, name: string, kind = '') => `${pool.id} ${kind} ${normalizeName(name)}`;

/** Counts one attempt, whether or not the user exists. Throws LimitExceededException above the limit. */
export const countAttempt = (world: CognitoState, pool: Pool, kind: string, name: string) => {
  const key = toKey(pool, name, kind);
  const now = world.now().getTime();
  const recent = (world.attempts.get(key) ?? []).filter((attemptedAt) => now - attemptedAt < hourMs);
  if (recent.length >= maxAttemptsPerHour) throw attemptLimitExceeded();
  world.attempts.set(key, [...recent, now]);
};

export const forgetAttempts = (world: CognitoState, pool: Pool, kind: string, name: string) =>
  world.attempts.delete(toKey(pool, name, kind));

const freeFailures = 5;
const maxLockSeconds = 900;
const failureRetentionMs = 900_000;

/** Throws NotAuthorizedException while the name is locked. Such an attempt doesn't extend the lock. */
export const checkLock = (world: CognitoState, pool: Pool, name: string) => {
  const failures = world.failures.get(toKey(pool, name));
  if (failures && world.now().getTime() < failures.lockedUntil) throw notAuthorized('Password attempts exceeded');
};

/**
 * Counts a failed sign-in. From the fifth failure on, locks the name for one second, doubled each time up to 15
 * minutes; 15 minutes without a failure reset the count.
 */
export const countFailure = (world: CognitoState, pool: Pool, name: string) => {
  const key = toKey(pool, name);
  const now = world.now().getTime();
  const previous = world.failures.get(key);
  const isReset = !previous || now - Math.max(previous.lastAt, previous.lockedUntil) >= failureRetentionMs;
  const count = isReset ? 1 : previous.count + 1;
  const lock = count < freeFailures ? 0 : Math.min(2 ** (count - freeFailures), maxLockSeconds);
  world.failures.set(key, { count, lastAt: now, lockedUntil: now + lock * 1000 });
};

export const forgetFailures = (world: CognitoState, pool: Pool, ...names: (string | undefined)[]) => {
  for (const name of names) if (name !== undefined) world.failures.delete(toKey(pool, name));
};
