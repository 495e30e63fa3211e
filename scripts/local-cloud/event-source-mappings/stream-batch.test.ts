import { describe, expect, test } from '@jest/globals';
import type { BatchOutcome } from './mapping.ts';
import { processRecords } from './stream-batch.ts';
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
  invoke: (numbers: string[], invocation: number) => BatchOutcome | 'stop',
  now = 0,
) => {
  const invoked: string[] = [];
  const done: string[] = [];
  const lost: string[] = [];
  const pauses: number[] = [];
  const clock = { now };
  let isStopped = false;
  await processRecords(all, 60, {
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
    giveUp: async (batch, invocations) => void lost.push(`${numbers(batch)}: ${invocations}`),
    pause: async (ms) => {
      pauses.push(ms);
      clock.now += ms;
    },
    longestPauseMs: 2000,
    now: () => clock.now,
    isStopped: () => isStopped,
  });
  return { invoked, done, lost, pauses };
};

describe('records of a stream', () => {
  test('are tried again after longer and longer rests', async () => {
    const { invoked, done, pauses } = await run(records(1), (_, invocation) => (invocation < 8 ? 'all' : new Set()));
    expect([invoked, done]).toEqual([Array(8).fill('1'), ['1']]);
    expect(pauses).toEqual([200, 400, 800, 1600, 2000, 2000, 2000]);
  });

  test('count as done up to the first that is reported', async () => {
    const { invoked, done } = await run(records(4), (_, invocation) => new Set(invocation === 1 ? ['4', '3'] : []));
    expect([invoked, done]).toEqual([
      ['1 2 3 4', '3 4'],
      ['2', '4'],
    ]);
  });

  test('are halved until the one that fails is alone; no other is lost, and none comes before its turn', async () => {
    const { invoked, done, lost } = await run([...records(4), record(5, 1_000_000)], (batch) =>
      batch.includes('4') ? 'all' : new Set(),
    );
    expect([...new Set(invoked)]).toEqual(['1 2 3 4 5', '1 2 3', '4 5', '4', '5']);
    expect(done).toEqual(['3', '4', '5']);
    expect(lost).toEqual([expect.stringMatching(/^4: \d+$/)]);
  });

  test('that are too old are given up without a try', async () => {
    const { invoked, done, lost } = await run([record(1, 0), record(2, 60_000)], () => new Set(), 61_000);
    expect([invoked, done, lost]).toEqual([['2'], ['1', '2'], ['1: 0']]);
  });

  test('are neither done nor lost when the local cloud stops in the middle of them', async () => {
    expect(await run(records(2), () => 'stop')).toEqual({ invoked: ['1 2'], done: [], lost: [], pauses: [] });
  });
});
