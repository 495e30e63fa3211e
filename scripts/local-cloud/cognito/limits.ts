import { attemptLimitExceeded, normalizeName, notAuthorized } from './operation.ts';
import type { Pool, CognitoState } from './state.ts';

/** AWS documents a range of 5 to 20 attempts per hour; the lowest value exposes callers that rely on more. */
const maxAttemptsPerHour = 5;
const hourMs = 3_600_000;

const toKey = (pool: Pool, name: string, kind = '') => `${pool.id} ${kind} ${normalizeName(name)}`;

/** Counts one attempt, whether or not the user exists. Throws LimitExceededException above the limit. */
export const countAttempt = (state: CognitoState, pool: Pool, kind: string, name: string) => {
  const key = toKey(pool, name, kind);
  const now = state.now().getTime();
  const recentAttempts = (state.attempts.get(key) ?? []).filter((attemptedAt) => now - attemptedAt < hourMs);
  if (recentAttempts.length >= maxAttemptsPerHour) throw attemptLimitExceeded();
  state.attempts.set(key, [...recentAttempts, now]);
};

export const clearAttempts = (state: CognitoState, pool: Pool, kind: string, name: string) =>
  state.attempts.delete(toKey(pool, name, kind));

/** Number of the failure that locks the name for the first time. */
const firstLockingFailure = 5;
const maxLockSeconds = 900;
const failureRetentionMs = 900_000;

/** Throws NotAuthorizedException while the name is locked. Such an attempt doesn't extend the lock. */
export const checkLock = (state: CognitoState, pool: Pool, name: string) => {
  const failures = state.failures.get(toKey(pool, name));
  if (failures && state.now().getTime() < failures.lockedUntil) throw notAuthorized('Password attempts exceeded');
};

/**
 * Counts a failed sign-in. From the fifth failure on, locks the name for one second, doubled each time up to 15
 * minutes; 15 minutes without a failure reset the count.
 */
export const countFailure = (state: CognitoState, pool: Pool, name: string) => {
  const key = toKey(pool, name);
  const now = state.now().getTime();
  const previous = state.failures.get(key);
  const isReset = !previous || now - Math.max(previous.lastAt, previous.lockedUntil) >= failureRetentionMs;
  const count = isReset ? 1 : previous.count + 1;
  const lockSeconds = count < firstLockingFailure ? 0 : Math.min(2 ** (count - firstLockingFailure), maxLockSeconds);
  state.failures.set(key, { count, lastAt: now, lockedUntil: now + lockSeconds * 1000 });
};

export const clearFailures = (state: CognitoState, pool: Pool, ...names: (string | undefined)[]) => {
  for (const name of names) if (name !== undefined) state.failures.delete(toKey(pool, name));
};
