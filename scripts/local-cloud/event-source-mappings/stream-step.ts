import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import { replaceFile } from '../state/replace-file.ts';
import { toBatchOutcome } from './mapping.ts';
import type { StreamMapping, StepContext } from './mapping.ts';
import { processRecords } from './stream-batch.ts';
import { toStreamRecords } from './stream-reader.ts';
import type { StreamReader, StreamRecord } from './stream-reader.ts';

const savedPositions = z.record(z.string(), z.string());

/** Opens a file of checkpoints: the sequence number of the last processed record, by reader name. */
export const openCheckpoints = (file: string) => {
  const positions = new Map(
    Object.entries(existsSync(file) ? savedPositions.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}),
  );
  return {
    find: (reader: string): string | undefined => positions.get(reader),
    save: (reader: string, sequenceNumber: string): void => {
      if (positions.get(reader) === sequenceNumber) return;
      positions.set(reader, sequenceNumber);
      replaceFile(file, JSON.stringify(Object.fromEntries(positions)));
    },
  };
};

type Checkpoints = ReturnType<typeof openCheckpoints>;

const formatTime = (ms = 0) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

type Options = StepContext & {
  readonly mapping: StreamMapping;
  readonly reader: StreamReader;
  readonly functions: Pick<Functions, 'invokeForMapping'>;
  readonly queues: Pick<Queues, 'send'>;
  readonly checkpoints: Checkpoints;
};

/**
 * Creates a step that passes new stream records to a function and resolves to true if there were records. An
 * interrupted batch is read again from the last checkpoint.
 */
export const createStreamStep = ({ mapping, reader, functions, queues, checkpoints, ...context }: Options) => {
  const { region, now, warn, maxRetryDelayMs } = context;
  const { id, functionArn, sourceArn, batchSize, maxRecordAgeSeconds, onFailureArn } = mapping;
  const readerName = `${id} ${sourceArn}`;
  /** Next position; a mapping without a checkpoint starts at the oldest record. */
  let iterator: string | undefined;

  /**
   * Creates the message to the on-failure destination, which contains the position of the discarded records but not
   * their content.
   */
  const createFailureMessage = async (
    records: readonly StreamRecord[],
    requestId: string,
    invocations: number,
  ): Promise<string> => {
    const first = records[0];
    const last = records.at(-1);
    return JSON.stringify({
      requestContext: {
        requestId,
        functionArn: `${functionArn}:$LATEST`,
        condition: 'RecordAgeExceeded',
        approximateInvokeCount: invocations,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: now().toISOString(),
      DDBStreamBatchInfo: {
        shardId: await reader.findShardId(),
        startSequenceNumber: first?.sequenceNumber,
        endSequenceNumber: last?.sequenceNumber,
        approximateArrivalOfFirstRecord: formatTime(first?.createdAt),
        approximateArrivalOfLastRecord: formatTime(last?.createdAt),
        batchSize: records.length,
        streamArn: sourceArn,
      },
    });
  };

  const processBatch = async (records: readonly StreamRecord[], signal: AbortSignal) => {
    let requestId = '';
    await processRecords(records, maxRecordAgeSeconds, {
      invoke: async (batch) => {
        requestId = randomUUID();
        const event = { Records: batch.map(({ lambdaRecord }) => lambdaRecord) };
        const outcome = await functions.invokeForMapping(functionArn, event, requestId);
        return toBatchOutcome(
          outcome,
          batch.map(({ sequenceNumber }) => sequenceNumber),
        );
      },
      markDone: ({ position }) => checkpoints.save(readerName, position),
      discard: async (discardedRecords, invocations) => {
        warn(`${functionArn} gave up ${discardedRecords.length} records of ${sourceArn}: they are too old.`);
        await queues.send(onFailureArn, await createFailureMessage(discardedRecords, requestId, invocations));
      },
      pause: (ms) => wait(ms, undefined, { signal }).catch(() => {}),
      maxRetryDelayMs,
      now: () => now().getTime(),
      isStopped: () => signal.aborted,
    });
  };

  return async (signal: AbortSignal): Promise<boolean> => {
    const startIterator = iterator ?? (await reader.getIterator(checkpoints.find(readerName)));
    // The iterator is reset, so that the next call starts at the checkpoint if this one ends early.
    iterator = undefined;
    const { records, next } = await reader.readRecords(startIterator, batchSize);
    await processBatch(toStreamRecords(records, sourceArn, region), signal);
    if (signal.aborted) return false;
    const last = records.at(-1);
    // Includes records that were skipped because nothing changed.
    if (last) checkpoints.save(readerName, last.dynamodb.SequenceNumber);
    iterator = next;
    return records.length > 0;
  };
};
