import { setTimeout as wait } from 'node:timers/promises';

const afterFailureMs = 1000;

/** What asks again and again. */
export type Poller = {
  /** No further step begins; one that is under way ends by itself. */
  readonly stop: () => void;
  readonly ended: Promise<void>;
};

/**
 * Runs a step, over and over: at once again while there is something to do (`true`), otherwise after a rest.
 * The step is handed a signal that tells it to stop; `warn` hears of its failures.
 */
export const startPoller = (
  step: (signal: AbortSignal) => Promise<boolean>,
  idleMs: number,
  warn: (message: string) => void,
): Poller => {
  const stopping = new AbortController();
  const { signal } = stopping;

  const once = async (): Promise<number> => {
    try {
      return (await step(signal)) ? 0 : idleMs;
    } catch (error) {
      if (!signal.aborted) warn(error instanceof Error ? error.message : String(error));
      return afterFailureMs;
    }
  };

  const run = async () => {
    while (!signal.aborted) {
      const restMs = await once();
      if (restMs > 0) await pause(restMs, signal);
    }
  };
  return { stop: () => stopping.abort(), ended: run() };
};

/** A rest that ends early when it is told to. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {});
