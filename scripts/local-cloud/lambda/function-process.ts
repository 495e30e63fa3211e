import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Hosts } from '../hosts.ts';

/** A function as its template describes it. */
export type FunctionDefinition = {
  readonly name: string;
  readonly arn: string;
  /** The role that it acts as. */
  readonly roleArn: string;
  readonly runtime: string;
  /** Folder of the bundle. */
  readonly codeFolder: string;
  readonly handler: string;
  /** All that its process finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Invocations at a time that Lambda would allow at most; absent: the account's many. */
  readonly reservedConcurrency?: number | undefined;
};

/** What a function's process is told. */
export type ToProcess =
  | {
      readonly kind: 'start';
      readonly codeFolder: string;
      readonly handler: string;
      readonly hosts: Hosts;
      readonly functionArn: string;
    }
  | { readonly kind: 'invoke'; readonly requestId: string; readonly event: unknown; readonly deadline: number };

export type FunctionError = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** What it answers. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'initFailed'; readonly error: FunctionError }
  | { readonly kind: 'returned'; readonly requestId: string; readonly payload: unknown }
  | { readonly kind: 'threw'; readonly requestId: string; readonly error: FunctionError };

export type Outcome = { readonly payload: unknown } | { readonly error: FunctionError };

export type FunctionProcess = {
  /** Runs one invocation; a process that timed out or crashed is gone afterwards. */
  readonly invoke: (event: unknown, requestId?: string) => Promise<Outcome>;
  readonly hasEnded: () => boolean;
  readonly stop: () => Promise<void>;
};

const longestStartMs = 10_000;

// A function that is busy would not notice that this process is gone.
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a process for a function. `onLine` hears each line that it writes. */
export const startProcess = (
  definition: FunctionDefinition,
  hosts: Hosts,
  onLine: (line: string) => void,
): FunctionProcess => {
  const { timeoutSeconds } = definition;
  const child = fork(join(import.meta.dirname, 'runtime.ts'), [], {
    cwd: definition.codeFolder,
    // V8's compiled code, beside the bundles: nine of ten processes load what an earlier one compiled.
    env: { ...definition.environment, NODE_COMPILE_CACHE: join(definition.codeFolder, '..', '.compile-cache') },
    execArgv: [`--max-old-space-size=${definition.memoryMegabytes}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine);

  const exited = new Promise<FunctionError>((resolve) => {
    child.once('error', (error) => resolve({ errorType: 'Runtime.ExitError', errorMessage: error.message }));
    child.once('exit', (code, signal) => {
      resolve({
        errorType: 'Runtime.ExitError',
        errorMessage: `Runtime exited with error: ${signal ? `signal: ${signal}` : `exit status ${code}`}`,
      });
    });
  });
  void exited.then(() => running.delete(child));
  // Later than its exit: what it wrote last is read by then.
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const answer = (isIt: (message: FromProcess) => boolean) =>
    new Promise<FromProcess>((resolve) => {
      const listen = (message: FromProcess) => {
        if (!isIt(message)) return;
        child.off('message', listen);
        resolve(message);
      };
      child.on('message', listen);
    });
  const say = (message: ToProcess) => {
    if (child.connected) child.send(message, () => {});
  };

  const endAfter = (ms: number, message: string) => {
    let timer: NodeJS.Timeout | undefined;
    const elapsed = new Promise<FunctionError>((resolve) => {
      timer = setTimeout(() => {
        child.kill('SIGKILL');
        resolve({ errorType: 'Sandbox.Timedout', errorMessage: message });
      }, ms);
    });
    return { elapsed, cancel: () => clearTimeout(timer) };
  };

  const start = async (): Promise<FunctionError | undefined> => {
    const { elapsed, cancel } = endAfter(longestStartMs, `Init timed out after ${longestStartMs / 1000} seconds`);
    const started = answer(({ kind }) => kind === 'ready' || kind === 'initFailed');
    say({
      kind: 'start',
      codeFolder: definition.codeFolder,
      handler: definition.handler,
      hosts,
      functionArn: definition.arn,
    });
    const first = await Promise.race([started, exited, elapsed]);
    cancel();
    if ('errorType' in first) return first;
    if (first.kind !== 'initFailed') return undefined;
    child.kill('SIGKILL');
    return first.error;
  };
  const starting = start();

  return {
    invoke: async (event, requestId = randomUUID()) => {
      const failure = await starting;
      if (failure) return { error: failure };
      const { elapsed, cancel } = endAfter(
        timeoutSeconds * 1000,
        `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
      );
      const done = answer((message) => 'requestId' in message && message.requestId === requestId);
      say({ kind: 'invoke', requestId, event, deadline: Date.now() + timeoutSeconds * 1000 });
      const first = await Promise.race([done, elapsed, exited]);
      cancel();
      if ('errorType' in first)
        return { error: { ...first, errorMessage: `RequestId: ${requestId} ${first.errorMessage}` } };
      return first.kind === 'returned'
        ? { payload: first.payload }
        : { error: (first as Extract<FromProcess, { kind: 'threw' }>).error };
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || !child.connected || child.killed,
    stop: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
};
