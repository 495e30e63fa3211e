import type { FunctionDefinition, FunctionProcess, Outcome } from './function-process.ts';

const restMs = 60_000;

/** What an invocation comes to that got no process because everything is being stopped. */
const stopped: Outcome = { error: { errorType: 'Runtime.ExitError', errorMessage: 'The local cloud is stopping.' } };

/** The processes of one function: one invocation at a time in each; those past `maxProcesses` wait, past the reserved concurrency they are throttled. */
export const createPool = (definition: FunctionDefinition, maxProcesses: number, start: () => FunctionProcess) => {
  const { reservedConcurrency = Infinity } = definition;
  const most = Math.min(maxProcesses, reservedConcurrency);
  /** All that are not yet gone. */
  const processes = new Set<FunctionProcess>();
  const busy = new Set<FunctionProcess>();
  const waiting: (() => void)[] = [];
  /** Invocations, with those that wait. */
  let running = 0;
  let isStopped = false;

  const isIdle = (process: FunctionProcess) => !busy.has(process) && !process.hasEnded();
  const end = (process: FunctionProcess) => process.stop().finally(() => processes.delete(process));
  const startOne = () => {
    const process = start();
    processes.add(process);
    return process;
  };

  const rest = (process: FunctionProcess) => {
    busy.delete(process);
    if (process.hasEnded()) return void end(process);
    // One stays for good; the others served a rush.
    setTimeout(() => {
      if (processes.size > 1 && isIdle(process)) void end(process);
    }, restMs).unref();
  };

  const work = async (event: unknown, requestId: string | undefined) => {
    if (isStopped) return stopped;
    const process = processes.values().find(isIdle) ?? startOne();
    busy.add(process);
    return process.invoke(event, requestId).finally(() => rest(process));
  };

  return {
    invoke: async (event: unknown, requestId?: string): Promise<Outcome | 'throttled'> => {
      if (running >= reservedConcurrency) return 'throttled';
      running += 1;
      if (running > most) await new Promise<void>((resolve) => waiting.push(resolve));
      return work(event, requestId).finally(() => {
        running -= 1;
        waiting.shift()?.();
      });
    },
    /** Ends the processes at rest: the next invocation starts a new one, as after a pause. */
    chill: (): void => processes.values().filter(isIdle).forEach(end),
    warm: (): void => {
      if (!isStopped && processes.size === 0 && most > 0) startOne();
    },
    /** Ends every process, waits for those that are ending, and refuses whoever waits for one; nothing starts afterwards. */
    stop: async (): Promise<void> => {
      isStopped = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...processes].map((process) => process.stop()));
    },
  };
};
