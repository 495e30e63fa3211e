import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Hosts } from '../hosts.ts';
import { waitScaledByLoad } from '../load.ts';

export type FunctionDefinition = {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  readonly codeFolder: string;
  readonly handler: string;
  /** Complete environment of the process; it inherits nothing. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Reserved concurrency; if absent, the account's limit applies. */
  readonly reservedConcurrency?: number | undefined;
};

/** First message to a process, which loads the function's code. */
export type InitMessage = {
  readonly codeFolder: string;
  readonly handler: string;
  readonly hosts: Hosts;
};
/** Message that starts an invocation; `deadline` in epoch milliseconds. */
export type Invocation = { readonly requestId: string; readonly event: unknown; readonly deadline: number };

type FunctionError = { readonly errorType: string; readonly errorMessage: string };

/** Result of an invocation or of the process start. */
export type Outcome = { readonly payload: unknown } | { readonly error: FunctionError };

const initTimeoutMs = 10_000;

// Function processes are killed on exit, because a busy function would not notice that this process has exited.
const childProcesses = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of childProcesses) child.kill('SIGKILL');
});

const toErrorOutcome = (errorType: string, errorMessage: string): Outcome => ({ error: { errorType, errorMessage } });

/**
 * Starts a process for a function. `onLine` is called for each output line; `getLoad` returns the factor by which
 * time limits are extended.
 */
export const startProcess = (
  { codeFolder, handler, environment, memoryMegabytes, timeoutSeconds }: FunctionDefinition,
  hosts: Hosts,
  onLine: (line: string) => void,
  getLoad?: () => number,
) => {
  const child = fork(join(import.meta.dirname, 'runtime.ts'), [], {
    cwd: codeFolder,
    // The V8 compile cache is stored next to the bundles and shared, so most processes load code that is already
    // compiled.
    env: { ...environment, NODE_COMPILE_CACHE: join(codeFolder, '..', '.compile-cache') },
    execArgv: [`--max-old-space-size=${memoryMegabytes}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  childProcesses.add(child);
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine);

  const exitPromise = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal ? `signal: ${signal}` : `exit status ${code}`));
  });
  void exitPromise.then(() => childProcesses.delete(child));
  // `close` comes after `exit`, once all output has been read.
  const closePromise = new Promise<void>((resolve) => void child.once('close', () => resolve()));

  /**
   * Sends a message and waits for the response, the exit of the process, or the timeout. The process handles one
   * message at a time.
   */
  const request = async (
    message: InitMessage | Invocation,
    timeoutMs: number,
    timeoutMessage: string,
  ): Promise<Outcome> => {
    const isStart = !('requestId' in message);
    const prefix = isStart ? '' : `RequestId: ${message.requestId} `;
    const timeout = new AbortController();
    const { signal } = timeout;
    if (child.connected) child.send(message, () => {});
    const outcome = await Promise.race([
      exitPromise.then((status) =>
        toErrorOutcome('Runtime.ExitError', `${prefix}Runtime exited with error: ${status}`),
      ),
      once(child, 'message', { signal }).then(([response]): Outcome => response),
      waitScaledByLoad(timeoutMs, signal, getLoad).then(() =>
        toErrorOutcome('Sandbox.Timedout', prefix + timeoutMessage),
      ),
    ]);
    timeout.abort();
    if ('error' in outcome && (isStart || outcome.error.errorType === 'Sandbox.Timedout')) child.kill('SIGKILL');
    return outcome;
  };
  const init = request(
    { codeFolder, handler, hosts },
    initTimeoutMs,
    `Init timed out after ${initTimeoutMs / 1000} seconds`,
  );

  return {
    /** Runs one invocation; a process that timed out or crashed is not usable afterwards. */
    invoke: async (event: unknown, requestId: string = randomUUID()): Promise<Outcome> => {
      const initOutcome = await init;
      if ('error' in initOutcome) return initOutcome;
      const deadline = Date.now() + timeoutSeconds * 1000;
      const timeoutMessage = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
      return request({ requestId, event, deadline }, timeoutSeconds * 1000, timeoutMessage);
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || !child.connected || child.killed,
    stop: async (): Promise<void> => {
      child.kill('SIGKILL');
      await closePromise;
    },
  };
};

export type FunctionProcess = ReturnType<typeof startProcess>;
