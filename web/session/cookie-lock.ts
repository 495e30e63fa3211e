import type { RegionId } from '#shared/config/regions.ts';

export type RunWithLock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Maximum wait for the lock, because a suspended tab may hold it indefinitely. */
const maximumWaitMs = 10_000;

/**
 * Runs the work under a lock shared by all tabs. Without the lock (insecure context, denied storage, timeout) it runs
 * anyway.
 */
export const withCrossTabLock: RunWithLock = async (name, work) => {
  let hasStarted = false;
  const runWork = () => {
    hasStarted = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(maximumWaitMs) }, runWork);
  } catch (error) {
    if (hasStarted) throw error;
    // Locks need a secure context and cookies; the server's grace period covers concurrent refreshes without a lock.
    return await work();
  }
};

/**
 * Returns the name of the lock for requests that set or clear a region's cookies. Without the lock, a late response
 * could replace the cookies of a newer session.
 */
export const toCookieLockName = (region: RegionId) => `session.${region}`;
