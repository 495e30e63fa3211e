import type { FunctionDefinition, FunctionProcess, Outcome } from './function-process.ts';

const idleTimeoutMs = 60_000;

/** Outcome of an invocation that got no process because the local cloud is stopping. */
const stoppingOutcome: Outcome = {
  error: { errorType: 'Runtime.ExitError', errorMessage: 'The local cloud is stopping.' },
};

/**
 * Creates the pool of one function's processes, each of which handles one invocation at a time. Invocations above
 * `maxProcesses` wait; those above the reserved concurrency are throttled.
 */
export const createPool = (definition: FunctionDefinition, maxProcesses: number, start: () => FunctionProcess) => {
  const { reservedConcurrency = Infinity } = definition;
  const processLimit = Math.min(maxProcesses, reservedConcurrency);
  /** Includes processes that are ending. */
  const processes = new Set<FunctionProcess>();
  const busyProcesses = new Set<FunctionProcess>();
  const idleTimers = new WeakMap<FunctionProcess, NodeJS.Timeout>();
  const waiters: (() => void)[] = [];
  /** Includes waiting invocations. */
  let invocationCount = 0;
  let isStopped = false;

  const isIdle = (process: FunctionProcess) => !busyProcesses.has(process) && !process.hasEnded();
  const stopProcess = (process: FunctionProcess) => process.stop().finally(() => processes.delete(process));
  const startProcess = () => {
    const process = start();
    processes.add(process);
    return process;
  };

  const release = (process: FunctionProcess) => {
    busyProcesses.delete(process);
    if (process.hasEnded()) return void stopProcess(process);
    // One idle process is kept for the next invocation; the others were started for parallel invocations.
    const timer = setTimeout(() => {
      if (processes.size > 1 && isIdle(process)) void stopProcess(process);
    }, idleTimeoutMs).unref();
    idleTimers.set(process, timer);
  };

  const runInvocation = async (event: unknown, requestId: string | undefined) => {
    if (isStopped) return stoppingOutcome;
    const process = processes.values().find(isIdle) ?? startProcess();
    busyProcesses.add(process);
    clearTimeout(idleTimers.get(process));
    return process.invoke(event, requestId).finally(() => release(process));
  };

  return {
    invoke: async (event: unknown, requestId?: string): Promise<Outcome | 'throttled'> => {
      if (invocationCount >= reservedConcurrency) return 'throttled';
      invocationCount += 1;
      if (invocationCount > processLimit) await new Promise<void>((resolve) => waiters.push(resolve));
      return runInvocation(event, requestId).finally(() => {
        invocationCount -= 1;
        waiters.shift()?.();
      });
    },
    /** Ends idle processes, so that the next invocation is a cold start. */
    stopIdle: (): void => processes.values().filter(isIdle).forEach(stopProcess),
    /** Starts the first process, so that the next invocation is not a cold start. */
    warm: (): void => {
      if (!isStopped && processes.size === 0 && processLimit > 0) startProcess();
    },
    /**
     * Ends every process, including those that are ending already, and rejects waiting invocations; nothing starts
     * afterwards.
     */
    stop: async (): Promise<void> => {
      isStopped = true;
      for (const resume of waiters.splice(0)) resume();
      await Promise.all([...processes].map((process) => process.stop()));
    },
  };
};
