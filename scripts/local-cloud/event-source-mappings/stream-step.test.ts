import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import type { Outcome } from '../lambda/function-process.ts';
import type { StreamMapping } from './mapping.ts';
import type { DatabaseRecord, StreamReader } from './stream-reader.ts';
import { openCheckpoints, createStreamStep } from './stream-step.ts';

const streamArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/repairs/stream/1';
const buildImage = (value: string) => ({ id: { S: '1' }, value: { S: value } });

const buildRecord = (number: number, changes: Partial<DatabaseRecord['dynamodb']> = {}): DatabaseRecord => ({
  eventID: String(number),
  eventName: 'MODIFY',
  dynamodb: {
    ApproximateCreationDateTime: 1_795_000_000,
    Keys: { id: { S: '1' } },
    NewImage: buildImage(`new ${number}`),
    OldImage: buildImage('old'),
    SequenceNumber: String(number),
    SizeBytes: 10,
    StreamViewType: 'NEW_AND_OLD_IMAGES',
    ...changes,
  },
});

/** Reader over records as the database stores them. */
const createReader = (table: readonly DatabaseRecord[]): StreamReader => ({
  findShardId: async () => 'the-shard',
  getIterator: async (after) => after ?? '0',
  readRecords: async (after, limit) => {
    const records = table.filter(({ dynamodb }) => Number(dynamodb.SequenceNumber) > Number(after)).slice(0, limit);
    return { records, next: records.at(-1)?.dynamodb.SequenceNumber ?? after };
  },
});

const eventSchema = z.object({
  Records: z.array(z.looseObject({ dynamodb: z.looseObject({ SequenceNumber: z.string() }) })),
});

describe('createStreamStep', () => {
  let folder: string;
  let table: DatabaseRecord[];
  let events: z.output<typeof eventSchema>[];
  let failureMessages: string[];
  let respond: () => Outcome;
  /** Signal that stops the step. */
  let stopSignal: AbortSignal;

  beforeEach(() => {
    folder = createTestFolder();
    table = [];
    events = [];
    failureMessages = [];
    respond = () => ({ payload: null });
    stopSignal = new AbortController().signal;
  });

  const listInvokedBatches = () =>
    events.map(({ Records }) => Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber)));

  /** Creates the step with the saved checkpoints, as after a restart. */
  const createStep = () => {
    const mapping: StreamMapping = {
      id: 'changes',
      source: 'stream',
      functionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:changes',
      sourceArn: streamArn,
      batchSize: 3,
      maxRecordAgeSeconds: 3600,
      onFailureArn: 'arn:aws:sqs:eu-central-1:000000000000:lost',
    };
    const step = createStreamStep({
      mapping,
      reader: createReader(table),
      functions: {
        invokeForMapping: async (_, event) => {
          const parsed = eventSchema.parse(event);
          events.push(parsed);
          return respond();
        },
      },
      queues: { send: async (arn, body) => void failureMessages.push(`${arn} ${body}`) },
      checkpoints: openCheckpoints(join(folder, 'checkpoints.json')),
      region: 'eu-central-1',
      now: () => new Date('2026-11-18T11:06:50Z'),
      warn: () => {},
      maxRetryDelayMs: 0,
    });
    return () => step(stopSignal);
  };

  test('skips records without a change', async () => {
    const same = { NewImage: buildImage('same'), OldImage: buildImage('same') };
    table = [buildRecord(1), buildRecord(2, same), buildRecord(3, same)];
    await createStep()();
    await createStep()();
    expect(listInvokedBatches()).toEqual([[1]]);
  });

  test('repeats an interrupted batch with the same ids, then continues', async () => {
    table = [buildRecord(1), buildRecord(2)];
    const stop = new AbortController();
    stopSignal = stop.signal;
    respond = () => {
      stop.abort();
      return { error: { errorType: 'Runtime.ExitError', errorMessage: 'signal: SIGKILL' } };
    };
    await createStep()();
    stopSignal = new AbortController().signal;
    respond = () => ({ payload: null });
    const step = createStep();
    await step();
    table.push(buildRecord(3));
    await createStep()();
    expect(listInvokedBatches()).toEqual([[1, 2], [1, 2], [3]]);
    expect(events[1]).toEqual(events[0]);
    expect(failureMessages).toEqual([]);
  });

  test('reports discarded records by their position and continues', async () => {
    const old = { ApproximateCreationDateTime: 1_794_990_000 };
    table = [buildRecord(1, old), buildRecord(2, old), buildRecord(3)];
    await createStep()();
    expect(listInvokedBatches()).toEqual([[3]]);
    const [arn, body = ''] = failureMessages[0]?.split(/ (.*)/) ?? [];
    expect(arn).toBe('arn:aws:sqs:eu-central-1:000000000000:lost');
    expect(JSON.parse(body)).toEqual({
      requestContext: {
        requestId: expect.any(String),
        functionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:changes:$LATEST',
        condition: 'RecordAgeExceeded',
        approximateInvokeCount: 0,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: '2026-11-18T11:06:50.000Z',
      DDBStreamBatchInfo: {
        shardId: 'the-shard',
        startSequenceNumber: '000000000000000000001',
        endSequenceNumber: '000000000000000000002',
        approximateArrivalOfFirstRecord: '2026-11-18T08:20:00Z',
        approximateArrivalOfLastRecord: '2026-11-18T08:20:00Z',
        batchSize: 2,
        streamArn,
      },
    });
  });
});
