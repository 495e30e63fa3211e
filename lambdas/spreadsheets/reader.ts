import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Log } from '#lambdas/http/log.ts';
import { AppError } from '#shared/errors.ts';
import type { FileProblem } from '#shared/spreadsheet.ts';
import type { Reading } from './bounds.ts';
import type { Task } from './thread.ts';

/**
 * Memory of the reading thread, beside the buffers that the bounds keep small; the processor time that one file may take; and how long its
 * answer is waited for, which ends before the function does (infra/functions/features.ts).
 */
const readerLimits = { heapMegabytes: 48, youngMegabytes: 16, processorMs: 2000, answerMs: 8000 } as const;

const checkMs = 50;

type Options = {
  readonly entry: URL;
  readonly heapMegabytes?: number;
  readonly processorMs?: number;
  readonly answerMs?: number;
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

/** Ends a file by the processor time that it takes. One that a busy machine has no time for is not too large: rejects with ServiceUnavailable. */
const ask = <Question, Result>(
  worker: Worker,
  task: Task<Question>,
  { processorMs = readerLimits.processorMs, answerMs = readerLimits.answerMs }: Options,
) =>
  new Promise<Reading<Result>>((resolve, reject) => {
    const failed = (cause: string) => end({ refused: 'FileTooLarge', cause });
    const onError = (error: Error) => failed(error.message);
    const onExit = () => failed('exit');
    // A thread that has ended has no usage, and says so itself.
    const usedBefore = worker.cpuUsage().catch(() => undefined);
    const checkProcessor = async () => {
      const { user, system } = await worker.cpuUsage(await usedBefore);
      if ((user + system) / 1000 > processorMs) failed('time');
    };
    const timer = setInterval(() => void checkProcessor().catch(() => undefined), checkMs);
    const deadline = setTimeout(() => {
      stop();
      reject(new AppError('ServiceUnavailable', { cause: new Error('no time to read a file') }));
    }, answerMs);
    const stop = () => {
      clearInterval(timer);
      clearTimeout(deadline);
      // One by one: the thread has listeners of its own.
      worker.off('message', end).off('error', onError).off('exit', onExit);
    };
    const end = (reading: Reading<Result>) => {
      stop();
      resolve(reading);
    };
    worker.once('message', end).once('error', onError).once('exit', onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    worker.postMessage(task);
  });

/** Reads and judges files on a thread, ended when it takes too much memory or processor time: the next file is none the worse. */
export const spreadsheetReader = <Question, Result>(options: Options) => {
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

    /** Throws ServiceUnavailable where the machine was too busy to read the file in time. */
    read: async (bytes: Uint8Array, question: Question): Promise<Reading<Result>> => {
      const worker = await take();
      const reading = await ask<Question, Result>(worker, { bytes, question }, options).catch(async (error) => {
        await worker.terminate();
        throw error;
      });
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
