import { describe, expect, test } from '@jest/globals';
import type { BatchOutcome } from './failed-items.ts';
import { processRecords } from './stream-batch.ts';
import type { RetrySettings } from './stream-batch.ts';
import type { StreamRecord } from './stream-reader.ts';

const record = (number: number, createdAt = 0): StreamRecord => ({
  position: String(number),
  sequenceNumber: String(number),
  createdAt,
  forLambda: {},
});
const records = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1));
const numbers = (some: readonly StreamRecord[]) => some.map(({ position }) => position).join(' ');

const run = async (
  all: readonly StreamRecord[],
  settings: Partial<RetrySettings>,
  invoke: (numbers: string[], invocation: number) => BatchOutcome | 'stop',
  now = 0,
) => {
  const invoked: string[] = [];
  const done: string[] = [];
  const lost: string[] = [];
  const pauses: number[] = [];
  let isStopped = false;
  await processRecords(
    all,
    { bisect: false, retryAttempts: -1, maxRecordAgeSeconds: -1, ...settings },
    {
      invoke: async (batch) => {
        invoked.push(numbers(batch));
        const outcome = invoke(
          batch.map(({ position }) => position),
          invoked.length,
        );
        isStopped = outcome === 'stop';
        return outcome === 'stop' ? 'all' : outcome;
      },
      done: ({ position }) => done.push(position),
      giveUp: async (batch, condition, invocations) => void lost.push(`${numbers(batch)}: ${condition} ${invocations}`),
      pause: async (ms) => void pauses.push(ms),
      longestPauseMs: 2000,
      now: () => now,
      isStopped: () => isStopped,
    },
  );
  return { invoked, done, lost, pauses };
};

describe('records of a stream', () => {
  test('that are well are handed over once', async () => {
    expect(await run(records(3), {}, () => new Set())).toEqual({
      invoked: ['1 2 3'],
      done: ['3'],
      lost: [],
      pauses: [],
    });
  });

  test('none at all are handed to nobody', async () => {
    expect((await run([], {}, () => new Set())).invoked).toEqual([]);
  });

  test('are tried again, whole and in their order, after longer and longer rests', async () => {
    const { invoked, done, pauses } = await run(records(2), {}, (_, invocation) =>
      invocation < 8 ? 'all' : new Set(),
    );
    expect(invoked).toEqual(Array(8).fill('1 2'));
    expect(done).toEqual(['2']);
    expect(pauses).toEqual([200, 400, 800, 1600, 2000, 2000, 2000]);
  });

  test('are given up after so many further tries, and the shard goes on', async () => {
    const { invoked, done, lost } = await run(records(2), { retryAttempts: 2 }, () => 'all');
    expect(invoked).toHaveLength(3);
    expect([done, lost]).toEqual([['2'], ['1 2: RetryAttemptsExhausted 3']]);
  });

  test('count as done up to the first that is reported', async () => {
    const { invoked, done } = await run(records(4), {}, (_, invocation) => new Set(invocation === 1 ? ['4', '3'] : []));
    expect([invoked, done]).toEqual([
      ['1 2 3 4', '3 4'],
      ['2', '4'],
    ]);
  });

  test('are halved until the one that fails is alone; no other is lost, and none comes before its turn', async () => {
    const { invoked, done, lost } = await run(records(5), { bisect: true, retryAttempts: 1 }, (batch) =>
      batch.includes('4') ? 'all' : new Set(),
    );
    expect(invoked).toEqual(['1 2 3 4 5', '1 2 3', '4 5', '4', '4', '5']);
    expect(done).toEqual(['3', '4', '5']);
    expect(lost).toEqual(['4: RetryAttemptsExhausted 2']);
  });

  test('are halved also when the first is the one that is reported', async () => {
    const { invoked, lost } = await run(records(3), { bisect: true, retryAttempts: 0 }, (batch) =>
      batch.includes('1') ? new Set(['1']) : new Set(),
    );
    expect([invoked, lost]).toEqual([['1 2 3', '1 2', '1', '2', '3'], ['1: RetryAttemptsExhausted 1']]);
  });

  test('wait while the function is throttled, however often', async () => {
    const { invoked, lost } = await run(records(1), { retryAttempts: 0 }, (_, invocation) =>
      invocation < 5 ? 'throttled' : new Set(),
    );
    expect([invoked.length, lost]).toEqual([5, []]);
  });

  test('that are too old are given up without a try', async () => {
    const { invoked, done, lost } = await run(
      [record(1, 0), record(2, 60_000)],
      { maxRecordAgeSeconds: 60 },
      () => new Set(),
      61_000,
    );
    expect([invoked, done, lost]).toEqual([['2'], ['1', '2'], ['1: RecordAgeExceeded 0']]);
  });

  test('are neither done nor lost when the local cloud stops in the middle of them', async () => {
    expect(await run(records(2), { bisect: true, retryAttempts: 0 }, () => 'stop')).toEqual({
      invoked: ['1 2'],
      done: [],
      lost: [],
      pauses: [],
    });
  });
});
