import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import { replaceFile } from '../state/replace-file.ts';
import { failedItems } from './mapping.ts';
import type { StreamMapping, Tools } from './mapping.ts';
import { processRecords } from './stream-batch.ts';
import { toStreamRecords } from './stream-reader.ts';
import type { StreamReader, StreamRecord } from './stream-reader.ts';

const saved = z.record(z.string(), z.string());

/** How far each reader has come, in a file: a name and the sequence number of the last record that is done. */
export const openCheckpoints = (file: string) => {
  const positions = new Map(
    Object.entries(existsSync(file) ? saved.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}),
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

const seconds = (ms = 0) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

type Options = Tools & {
  readonly mapping: StreamMapping;
  readonly reader: StreamReader;
  readonly functions: Pick<Functions, 'pull'>;
  readonly queues: Pick<Queues, 'send'>;
  readonly checkpoints: Checkpoints;
};

/** Hands what is new in a stream to a function; answers whether there was any. An interrupted batch is read again from the last checkpoint. */
export const streamStep = ({ mapping, reader, functions, queues, checkpoints, ...tools }: Options) => {
  const { region, now, warn, longestPauseMs } = tools;
  const { id, functionArn, sourceArn, batchSize, maxRecordAgeSeconds, onFailureArn } = mapping;
  const name = `${id} ${sourceArn}`;
  /** Where to read on. A mapping that is new, or has done nothing yet, begins with the oldest change there is. */
  let iterator: string | undefined;

  /** What Lambda tells an on-failure destination of records that it gave up: where they stand in the stream, not what they hold. */
  const lossOf = async (records: readonly StreamRecord[], requestId: string, invocations: number): Promise<string> => {
    const [first, last] = [records[0], records.at(-1)];
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
        shardId: await reader.shardId(),
        startSequenceNumber: first?.sequenceNumber,
        endSequenceNumber: last?.sequenceNumber,
        approximateArrivalOfFirstRecord: seconds(first?.createdAt),
        approximateArrivalOfLastRecord: seconds(last?.createdAt),
        batchSize: records.length,
        streamArn: sourceArn,
      },
    });
  };

  const process = async (records: readonly StreamRecord[], signal: AbortSignal) => {
    let requestId = '';
    await processRecords(records, maxRecordAgeSeconds, {
      invoke: async (batch) => {
        requestId = randomUUID();
        const event = { Records: batch.map(({ forLambda }) => forLambda) };
        const outcome = await functions.pull(functionArn, event, requestId);
        return failedItems(
          outcome,
          batch.map(({ sequenceNumber }) => sequenceNumber),
        );
      },
      done: ({ position }) => checkpoints.save(name, position),
      giveUp: async (lost, invocations) => {
        warn(`${functionArn} gave up ${lost.length} records of ${sourceArn}: they are too old.`);
        await queues.send(onFailureArn, await lossOf(lost, requestId, invocations));
      },
      pause: (ms) => wait(ms, undefined, { signal }).catch(() => {}),
      longestPauseMs,
      now: () => now().getTime(),
      isStopped: () => signal.aborted,
    });
  };

  return async (signal: AbortSignal): Promise<boolean> => {
    const from = iterator ?? (await reader.iterator(checkpoints.find(name)));
    // For the next time, if this one ends early.
    iterator = undefined;
    const { records, next } = await reader.records(from, batchSize);
    await process(toStreamRecords(records, sourceArn, region), signal);
    if (signal.aborted) return false;
    const last = records.at(-1);
    // Also past those that say nothing.
    if (last) checkpoints.save(name, last.dynamodb.SequenceNumber);
    iterator = next;
    return records.length > 0;
  };
};
