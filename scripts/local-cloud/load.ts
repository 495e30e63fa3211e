import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Returns the number of runnable processes per processor, averaged over a minute: at least 1, and always 1 on Windows,
 * which has no load average.
 */
export const measureLoadPerProcessor = (load = loadavg()[0] ?? 0, processors = availableParallelism()): number =>
  Math.max(1, load / processors);

const checkIntervalMs = 1000;

/**
 * Waits for a time limit of AWS. Functions on AWS have dedicated processors; here each second is multiplied by
 * the current load.
 */
export const waitScaledByLoad = async (
  ms: number,
  signal: AbortSignal,
  getLoad = () => measureLoadPerProcessor(),
): Promise<void> => {
  for (let remainingMs = ms; remainingMs > 0; remainingMs -= checkIntervalMs)
    await wait(Math.min(remainingMs, checkIntervalMs) * getLoad(), undefined, { signal });
};
