import { setTimeout as wait } from 'node:timers/promises';

/** For tests: asks until there is an answer. Throws with what was waited for when there is none in the time. */
export const eventually = async <T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 60_000,
): Promise<T> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await wait(50);
  }
};
