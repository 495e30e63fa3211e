import { setTimeout as wait } from 'node:timers/promises';

/**
 * Polls until the condition holds or returns a value. Throws an error with the description after the timeout, which is
 * long, because a busy machine is slow.
 */
export const eventually = async <T>(
  description: string,
  poll: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 5 * 60_000,
): Promise<T> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const result = await poll();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > deadline) throw new Error(`Timed out waiting until ${description}.`);
    await wait(50);
  }
};
