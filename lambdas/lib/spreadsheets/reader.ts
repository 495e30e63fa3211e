import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Log } from '#lambdas/lib/http/log.ts';
import { AppError } from '#shared/api/errors.ts';
import type { FileProblem } from '#shared/text/spreadsheet.ts';
import type { ParseResult } from './bounds.ts';
import type { Task } from './validator-worker.ts';

/**
 * Old and young heap of the worker thread in megabytes (its buffers are limited by `bounds`), CPU time per file, and
 * how long to wait for the result, which must end before the function times out (infra/functions/features.ts).
 */
const readerLimits = { heapMegabytes: 48, youngHeapMegabytes: 16, maxCpuMs: 2000, timeoutMs: 8000 } as const;

/** Interval in ms between checks of the CPU time. */
const checkMs = 50;

type Options = {
  readonly entry: URL;
  readonly heapMegabytes?: number;
  readonly maxCpuMs?: number;
  readonly timeoutMs?: number;
};

const startWorker = async ({ entry, heapMegabytes = readerLimits.heapMegabytes }: Options): Promise<Worker> => {
  const worker = new Worker(entry, {
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: readerLimits.youngHeapMegabytes,
    },
    // The thread must not inherit environment variables.
    env: {},
  });
  // An idle thread must not keep the process alive.
  worker.unref();
  await once(worker, 'message');
  return worker;
};

/**
 * Runs one task and ends it after its CPU time limit. Rejects with ServiceUnavailable if a busy machine gave it no
 * time, so that the file isn't called too large.
 */
const runTask = <Context, Result>(
  worker: Worker,
  task: Task<Context>,
  { maxCpuMs = readerLimits.maxCpuMs, timeoutMs = readerLimits.timeoutMs }: Options,
) =>
  new Promise<ParseResult<Result>>((resolve, reject) => {
    const rejectFile = (cause: string) => finish({ refused: 'FileTooLarge', cause });
    const onError = (error: Error) => rejectFile(error.message);
    const onExit = () => rejectFile('exit');
    // The usage of an ended thread cannot be read; its exit event reports it.
    const initialUsage = worker.cpuUsage().catch(() => undefined);
    const checkProcessor = async () => {
      const { user, system } = await worker.cpuUsage(await initialUsage);
      if ((user + system) / 1000 > maxCpuMs) rejectFile('time');
    };
    const timer = setInterval(() => void checkProcessor().catch(() => undefined), checkMs);
    const deadline = setTimeout(() => {
      stop();
      reject(new AppError('ServiceUnavailable', { cause: new Error('no time to read a file') }));
    }, timeoutMs);
    const stop = () => {
      clearInterval(timer);
      clearTimeout(deadline);
      // Remove only these listeners; the worker has others.
      worker.off('message', finish).off('error', onError).off('exit', onExit);
    };
    const finish = (parseResult: ParseResult<Result>) => {
      stop();
      resolve(parseResult);
    };
    worker.once('message', finish).once('error', onError).once('exit', onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Worker threads have no origin.
    worker.postMessage(task);
  });

/**
 * Reader that parses and validates files on a worker thread. `Context` is what the validation needs to know besides the
 * file, such as the store of the user. A thread that exceeds its memory or CPU time is
 * terminated and doesn't affect the next file.
 */
export type SpreadsheetReader<Context, Result> = {
  /** Starts the worker thread, so that the first file doesn't wait for it. */
  readonly warmUp: () => void;
  /** Reads a file; throws ServiceUnavailable if the machine was too busy to read it in time. */
  readonly read: (bytes: Uint8Array, readContext: Context) => Promise<ParseResult<Result>>;
  /** Terminates an idle worker thread. */
  readonly close: () => Promise<void>;
};

export const createSpreadsheetReader = <Context, Result>(options: Options): SpreadsheetReader<Context, Result> => {
  let idleWorker: Promise<Worker> | undefined;

  const takeWorker = async () => {
    const worker = idleWorker;
    idleWorker = undefined;
    return (await worker?.catch(() => undefined)) ?? startWorker(options);
  };

  return {
    warmUp: (): void => {
      idleWorker ??= startWorker(options);
      // `read` reports the error; until then, a failed start must not become an unhandled rejection.
      idleWorker.catch(() => undefined);
    },

    read: async (bytes: Uint8Array, readContext: Context): Promise<ParseResult<Result>> => {
      const worker = await takeWorker();
      const parseResult = await runTask<Context, Result>(worker, { bytes, readContext }, options).catch(
        async (error) => {
          await worker.terminate();
          throw error;
        },
      );
      // A worker is used again unless it exceeded a limit or threw an unexpected error.
      if ('result' in parseResult || parseResult.cause === undefined) idleWorker ??= Promise.resolve(worker);
      if (!idleWorker || (await idleWorker) !== worker) await worker.terminate();
      return parseResult;
    },

    close: async (): Promise<void> => {
      await (await idleWorker)?.terminate();
    },
  };
};

/** Reads a file and returns its report; calls `onLimit` with the cause if the file exceeded the reader's limits or caused an unexpected error. */
export const reportOnBytes = async <Context, Report>(
  reader: Pick<SpreadsheetReader<Context, Report>, 'read'>,
  bytes: Uint8Array,
  readContext: Context,
  onLimit: (cause: string) => void,
): Promise<Report | { readonly outcome: 'refused'; readonly code: FileProblem; readonly row?: number }> => {
  const parseResult = await reader.read(bytes, readContext);
  if ('result' in parseResult) return parseResult.result;
  if (parseResult.cause !== undefined) onLimit(parseResult.cause);
  return {
    outcome: 'refused',
    code: parseResult.refused,
    ...(parseResult.row !== undefined && { row: parseResult.row }),
  };
};

/** Part of a cause that may be logged; the rest may quote the file. */
const loggableCause = /^(?:[A-Z]\w*Error(?=:)|time$|exit$|Worker terminated due to reaching memory limit)/;

/** Logs why a file exceeded the reader's limits or could not be read, without any content of the file. */
export const createLimitLogger =
  (log: Log) =>
  (cause: string): void =>
    log('warn', 'file took the reader to its limits', { code: loggableCause.exec(cause)?.[0] ?? 'other' });
