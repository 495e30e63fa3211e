import type { FunctionDefinition } from './definition.ts';
import type { FunctionProcess, Outcome } from './function-process.ts';

export type FunctionPool = {
  readonly invoke: (event: unknown, requestId?: string) => Promise<Outcome | 'throttled'>;
  /** Starts the first process, so that the first caller need not wait for it. */
  readonly warm: () => void;
  readonly stop: () => Promise<void>;
};

const restMs = 60_000;

/**
 * The processes of one function: one invocation at a time in each, more of them on demand, at most `maxProcesses`.
 * Further invocations wait; those past the reserved concurrency are throttled, as Lambda does.
 */
export const createPool = (
  definition: FunctionDefinition,
  maxProcesses: number,
  start: () => FunctionProcess,
): FunctionPool => {
  const most = Math.min(maxProcesses, definition.reservedConcurrency ?? maxProcesses);
  const processes = new Set<FunctionProcess>();
  const idle: FunctionProcess[] = [];
  const waiting: ((process: FunctionProcess) => void)[] = [];
  let running = 0;

  const startOne = () => {
    const process = start();
    processes.add(process);
    return process;
  };

  const take = async (): Promise<FunctionProcess> => {
    for (let process = idle.pop(); process; process = idle.pop()) {
      if (!process.hasEnded()) return process;
      processes.delete(process);
    }
    if (processes.size < most) return startOne();
    return new Promise((resolve) => waiting.push(resolve));
  };

  const rest = (process: FunctionProcess) => {
    idle.push(process);
    // The first stays for good; the others served a rush.
    const timer = setTimeout(() => {
      if (processes.size < 2 || !idle.includes(process)) return;
      idle.splice(idle.indexOf(process), 1);
      processes.delete(process);
      void process.stop();
    }, restMs);
    timer.unref();
  };

  const giveBack = (process: FunctionProcess) => {
    if (process.hasEnded()) processes.delete(process);
    const next = waiting.shift();
    if (next) return next(process.hasEnded() ? startOne() : process);
    if (!process.hasEnded()) rest(process);
  };

  return {
    invoke: async (event, requestId) => {
      if (running >= (definition.reservedConcurrency ?? Infinity)) return 'throttled';
      running += 1;
      try {
        const process = await take();
        try {
          return await process.invoke(event, requestId);
        } finally {
          giveBack(process);
        }
      } finally {
        running -= 1;
      }
    },
    warm: () => {
      if (processes.size === 0 && most > 0) idle.push(startOne());
    },
    stop: async () => {
      await Promise.all([...processes].map((process) => process.stop()));
    },
  };
};
