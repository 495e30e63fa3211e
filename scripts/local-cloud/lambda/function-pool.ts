import type { FunctionDefinition, FunctionProcess, Outcome } from './function-process.ts';

const restMs = 60_000;

/** What an invocation comes to that got no process because everything is being stopped. */
const stopped: Outcome = { error: { errorType: 'Runtime.ExitError', errorMessage: 'The local cloud is stopping.' } };

/** The processes of one function: one invocation at a time in each; those past `maxProcesses` wait, past the reserved concurrency they are throttled. */
export const createPool = (definition: FunctionDefinition, maxProcesses: number, start: () => FunctionProcess) => {
  const most = Math.min(maxProcesses, definition.reservedConcurrency ?? maxProcesses);
  const processes = new Set<FunctionProcess>();
  const idle: FunctionProcess[] = [];
  const waiting: ((process: FunctionProcess | undefined) => void)[] = [];
  let running = 0;
  let isStopped = false;

  const ending = new Set<Promise<void>>();

  /** Ends a process that is idle; whoever stops the pool waits for its end, too. */
  const end = (process: FunctionProcess) => {
    processes.delete(process);
    const ended = process.stop().finally(() => ending.delete(ended));
    ending.add(ended);
  };

  const startOne = () => {
    const process = start();
    processes.add(process);
    return process;
  };

  const take = async (): Promise<FunctionProcess | undefined> => {
    if (isStopped) return undefined;
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
      end(process);
    }, restMs);
    timer.unref();
  };

  const giveBack = (process: FunctionProcess) => {
    // Whoever stops the pool ends this one too, and has refused those who waited.
    if (isStopped) return;
    if (process.hasEnded()) processes.delete(process);
    const next = waiting.shift();
    if (next) return next(process.hasEnded() ? startOne() : process);
    if (!process.hasEnded()) rest(process);
  };

  return {
    invoke: async (event: unknown, requestId?: string): Promise<Outcome | 'throttled'> => {
      if (running >= (definition.reservedConcurrency ?? Infinity)) return 'throttled';
      running += 1;
      try {
        const process = await take();
        if (!process) return stopped;
        try {
          return await process.invoke(event, requestId);
        } finally {
          giveBack(process);
        }
      } finally {
        running -= 1;
      }
    },
    /** Ends the processes at rest: the next invocation starts a new one, as after a pause. */
    chill: (): void => {
      for (const process of idle.splice(0)) end(process);
    },
    warm: (): void => {
      if (!isStopped && processes.size === 0 && most > 0) idle.push(startOne());
    },
    /** Ends every process and refuses whoever waits for one; nothing starts afterwards. */
    stop: async (): Promise<void> => {
      isStopped = true;
      for (const refuse of waiting.splice(0)) refuse(undefined);
      await Promise.all([...[...processes].map((process) => process.stop()), ...ending]);
    },
  };
};
