import { describe, expect, test } from '@jest/globals';
import type { BatchOutcome } from './mapping.ts';
import { processRecords } from './stream-batch.ts';
import type { StreamRecord } from './stream-reader.ts';

const maxRecordAgeSeconds = 60;

const createRecord = (number: number, createdAt = 0): StreamRecord => ({
  position: String(number),
  sequenceNumber: String(number),
  createdAt,
  lambdaRecord: {},
});
const createRecords = (count: number) => Array.from({ length: count }, (_, index) => createRecord(index + 1));
const joinPositions = (records: readonly StreamRecord[]) => records.map(({ position }) => position).join(' ');

const run = async (
  records: readonly StreamRecord[],
  invoke: (positions: string[], invocation: number) => BatchOutcome | 'stop',
  now = 0,
) => {
  const invokedBatches: string[] = [];
  const donePositions: string[] = [];
  const discardedBatches: string[] = [];
  const pauses: number[] = [];
  const clock = { now };
  let isStopped = false;
  await processRecords(records, maxRecordAgeSeconds, {
    invoke: async (batch) => {
      invokedBatches.push(joinPositions(batch));
      const outcome = invoke(
        batch.map(({ position }) => position),
        invokedBatches.length,
      );
      isStopped = outcome === 'stop';
      return outcome === 'stop' ? 'allFailed' : outcome;
    },
    markDone: ({ position }) => donePositions.push(position),
    discard: async (batch, invocations) => void discardedBatches.push(`${joinPositions(batch)}: ${invocations}`),
    pause: async (ms) => {
      pauses.push(ms);
      clock.now += ms;
    },
    maxRetryDelayMs: 2000,
    now: () => clock.now,
    isStopped: () => isStopped,
  });
  return { invokedBatches, donePositions, discardedBatches, pauses };
};

describe('processRecords', () => {
  test('retries with increasing pauses', async () => {
    const { invokedBatches, donePositions, pauses } = await run(createRecords(1), (_, invocation) =>
      invocation < 8 ? 'allFailed' : new Set(),
    );
    expect([invokedBatches, donePositions]).toEqual([Array(8).fill('1'), ['1']]);
    expect(pauses).toEqual([200, 400, 800, 1600, 2000, 2000, 2000]);
  });

  test('marks records as done up to the first reported failure', async () => {
    const { invokedBatches, donePositions } = await run(
      createRecords(4),
      (_, invocation) => new Set(invocation === 1 ? ['4', '3'] : []),
    );
    expect([invokedBatches, donePositions]).toEqual([
      ['1 2 3 4', '3 4'],
      ['2', '4'],
    ]);
  });

  test('bisects a batch until only the failing record is discarded', async () => {
    const { invokedBatches, donePositions, discardedBatches } = await run(
      [...createRecords(4), createRecord(5, 1_000_000)],
      (batch) => (batch.includes('4') ? 'allFailed' : new Set()),
    );
    expect([...new Set(invokedBatches)]).toEqual(['1 2 3 4 5', '1 2 3', '4 5', '4', '5']);
    expect(donePositions).toEqual(['3', '4', '5']);
    expect(discardedBatches).toEqual([expect.stringMatching(/^4: \d+$/)]);
  });

  test('discards records that are too old without invoking', async () => {
    const { invokedBatches, donePositions, discardedBatches } = await run(
      [createRecord(1, 0), createRecord(2, 60_000)],
      () => new Set(),
      61_000,
    );
    expect([invokedBatches, donePositions, discardedBatches]).toEqual([['2'], ['1', '2'], ['1: 0']]);
  });

  test('neither completes nor discards records when stopped', async () => {
    expect(await run(createRecords(2), () => 'stop')).toEqual({
      invokedBatches: ['1 2'],
      donePositions: [],
      discardedBatches: [],
      pauses: [],
    });
  });
});
