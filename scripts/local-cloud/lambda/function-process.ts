import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Hosts } from '../hosts.ts';
import { waitByLoad } from '../patience.ts';

export type FunctionDefinition = {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  readonly codeFolder: string;
  readonly handler: string;
  /** All that its process finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Invocations at a time that Lambda would allow at most; absent: the account's many. */
  readonly reservedConcurrency?: number | undefined;
};

export type Start = {
  readonly codeFolder: string;
  readonly handler: string;
  readonly hosts: Hosts;
};
export type Invocation = { readonly requestId: string; readonly event: unknown; readonly deadline: number };

type FunctionError = { readonly errorType: string; readonly errorMessage: string };

/** What it answers to an invocation, or to its start. */
export type Outcome = { readonly payload: unknown } | { readonly error: FunctionError };

const longestStartMs = 10_000;

// A function that is busy would not notice that this process is gone.
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const failed = (errorType: string, errorMessage: string): Outcome => ({ error: { errorType, errorMessage } });

/** Starts a process for a function. `onLine` hears each line that it writes; `load` prolongs its time limits. */
export const startProcess = (
  { codeFolder, handler, environment, memoryMegabytes, timeoutSeconds }: FunctionDefinition,
  hosts: Hosts,
  onLine: (line: string) => void,
  load?: () => number,
) => {
  const child = fork(join(import.meta.dirname, 'runtime.ts'), [], {
    cwd: codeFolder,
    // V8's compiled code, beside the bundles: nine of ten processes load what an earlier one compiled.
    env: { ...environment, NODE_COMPILE_CACHE: join(codeFolder, '..', '.compile-cache') },
    execArgv: [`--max-old-space-size=${memoryMegabytes}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine);

  const exited = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal ? `signal: ${signal}` : `exit status ${code}`));
  });
  void exited.then(() => running.delete(child));
  // Later than its exit: what it wrote last is read by then.
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()));

  /** Says something and waits for the answer, or the end of the process, or of its time. It does one thing at a time. */
  const ask = async (message: Start | Invocation, ms: number, late: string): Promise<Outcome> => {
    const isStart = !('requestId' in message);
    const prefix = isStart ? '' : `RequestId: ${message.requestId} `;
    const patience = new AbortController();
    const { signal } = patience;
    if (child.connected) child.send(message, () => {});
    const outcome = await Promise.race([
      exited.then((how) => failed('Runtime.ExitError', `${prefix}Runtime exited with error: ${how}`)),
      once(child, 'message', { signal }).then(([answer]): Outcome => answer),
      waitByLoad(ms, signal, load).then(() => failed('Sandbox.Timedout', prefix + late)),
    ]);
    patience.abort();
    if ('error' in outcome && (isStart || outcome.error.errorType === 'Sandbox.Timedout')) child.kill('SIGKILL');
    return outcome;
  };
  const starting = ask(
    { codeFolder, handler, hosts },
    longestStartMs,
    `Init timed out after ${longestStartMs / 1000} seconds`,
  );

  return {
    /** Runs one invocation; a process that timed out or crashed is gone afterwards. */
    invoke: async (event: unknown, requestId: string = randomUUID()): Promise<Outcome> => {
      const started = await starting;
      if ('error' in started) return started;
      const deadline = Date.now() + timeoutSeconds * 1000;
      const late = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
      return ask({ requestId, event, deadline }, timeoutSeconds * 1000, late);
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || !child.connected || child.killed,
    stop: async (): Promise<void> => {
      child.kill('SIGKILL');
      await closed;
    },
  };
};

export type FunctionProcess = ReturnType<typeof startProcess>;
