import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Log } from '#lambdas/http/log.ts';
import type { FileProblem } from '#shared/spreadsheet.ts';
import type { Reading } from './bounds.ts';
import type { Task } from './thread.ts';

/** Memory of the reading thread, beside the buffers that the bounds keep small; and how long one file may take. */
const readerLimits = { heapMegabytes: 48, youngMegabytes: 16, milliseconds: 2000 } as const;

type Options = {
  readonly entry: URL;
  readonly heapMegabytes?: number;
  readonly milliseconds?: number;
};

const start = async ({ entry, heapMegabytes = readerLimits.heapMegabytes }: Options): Promise<Worker> => {
  const worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: readerLimits.youngMegabytes },
    // Nothing of a file, and nothing of ours, belongs into the thread's environment.
    env: {},
  });
  // A thread that waits keeps nobody from ending.
  worker.unref();
  await once(worker, 'message');
  return worker;
};

const ask = <Question, Result>(worker: Worker, task: Task<Question>, milliseconds: number) =>
  new Promise<Reading<Result>>((resolve) => {
    const failed = (cause: string) => end({ refused: 'FileTooLarge', cause });
    const onError = (error: Error) => failed(error.message);
    const onExit = () => failed('exit');
    const timer = setTimeout(() => failed('time'), milliseconds);
    const end = (reading: Reading<Result>) => {
      clearTimeout(timer);
      // One by one: the thread has listeners of its own.
      worker.off('message', end).off('error', onError).off('exit', onExit);
      resolve(reading);
    };
    worker.once('message', end).once('error', onError).once('exit', onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    worker.postMessage(task);
  });

/** Reads and judges files on a thread, ended when it takes too much memory or time: the next file is none the worse. */
export const spreadsheetReader = <Question, Result>(options: Options) => {
  const { milliseconds = readerLimits.milliseconds } = options;
  let idle: Promise<Worker> | undefined;

  const take = async () => {
    const ready = idle;
    idle = undefined;
    return (await ready?.catch(() => undefined)) ?? start(options);
  };

  return {
    warmUp: (): void => {
      idle ??= start(options);
      // `read` rejects with it; a failed start before that must not end the function as an unhandled rejection.
      idle.catch(() => undefined);
    },

    read: async (bytes: Uint8Array, question: Question): Promise<Reading<Result>> => {
      const worker = await take();
      const reading = await ask<Question, Result>(worker, { bytes, question }, milliseconds);
      if ('result' in reading || reading.cause === undefined) idle ??= Promise.resolve(worker);
      if (!idle || (await idle) !== worker) await worker.terminate();
      return reading;
    },

    close: async (): Promise<void> => {
      await (await idle)?.terminate();
    },
  };
};

export type SpreadsheetReader<Question, Result> = ReturnType<typeof spreadsheetReader<Question, Result>>;

/** `onLimit` is told why a file took the reader to its limits. */
export const reportOnBytes = async <Question, Report>(
  reader: Pick<SpreadsheetReader<Question, Report>, 'read'>,
  bytes: Uint8Array,
  question: Question,
  onLimit: (cause: string) => void,
): Promise<Report | { readonly outcome: 'refused'; readonly code: FileProblem; readonly row?: number }> => {
  const reading = await reader.read(bytes, question);
  if ('result' in reading) return reading.result;
  if (reading.cause !== undefined) onLimit(reading.cause);
  return { outcome: 'refused', code: reading.refused, ...(reading.row !== undefined && { row: reading.row }) };
};

/** What a cause may be called in the log; the rest of it may be the file's own words. */
const causes = /^(?:[A-Z]\w*Error(?=:)|time$|exit$|Worker terminated due to reaching memory limit)/;

/** Notes that a file took the reader to its limits, and why, but nothing that the file says. */
export const limitLog =
  (log: Log) =>
  (cause: string): void =>
    log('warn', 'file took the reader to its limits', { code: causes.exec(cause)?.[0] ?? 'other' });
