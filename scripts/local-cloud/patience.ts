import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Runnable processes for each processor, averaged over a minute: at least 1. Windows, which keeps no such figure, always has 1. */
export const loadPerProcessor = (load = loadavg()[0] ?? 0, processors = availableParallelism()): number =>
  Math.max(1, load / processors);

const stepMs = 1000;

/** Waits for a time limit of AWS, whose functions have their processors to themselves: here each second of it lasts longer under load. */
export const waitByLoad = async (ms: number, signal: AbortSignal, load = () => loadPerProcessor()): Promise<void> => {
  for (let left = ms; left > 0; left -= stepMs) await wait(Math.min(left, stepMs) * load(), undefined, { signal });
};
