import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DailyEmailMessage } from '#lambdas/lib/daily-email/message.ts';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createScheduleHandler } from './schedule.ts';

const queuedMessages: DailyEmailMessage[] = [];
const logLines: string[] = [];
const dayByRegion = new Map<RegionId, string>();
/** Pages of the subscriptions by region. */
let pagesByRegion: Partial<Record<RegionId, string[][]>>;
/** Number of calls until the function is stopped. The last call is applied only if `appliesLastCall` is true. */
let callsLeft = Infinity;
let appliesLastCall = false;

const simulateCall = async <Result>(work: () => Result): Promise<Result> => {
  callsLeft -= 1;
  if (callsLeft < 0) throw new Error('the function has ended');
  if (callsLeft > 0) return work();
  if (appliesLastCall) work();
  throw new Error('the function ends');
};

const run = createScheduleHandler({
  subscriptions: {
    listSubs: async function* (region) {
      for (const page of pagesByRegion[region] ?? []) yield await simulateCall(() => page);
    },
  },
  queuedDays: {
    find: (region) => simulateCall(() => dayByRegion.get(region)),
    markQueued: (region, day) => simulateCall(() => void dayByRegion.set(region, day)),
  },
  queue: { send: (message) => simulateCall(() => void queuedMessages.push(message)) },
  log: jsonLog((line) => logLines.push(line)),
});

beforeEach(() => {
  queuedMessages.length = 0;
  logLines.length = 0;
  dayByRegion.clear();
  pagesByRegion = { nuk: [['a', 'b'], ['c']], ndach: [['d']], nfr: [['e']] };
  callsLeft = Infinity;
  appliesLastCall = false;
});

const listQueuedSubs = () => queuedMessages.map(({ sub }) => sub);

describe('createScheduleHandler', () => {
  test.each([
    ['2026-11-30T06:59:59.000Z', []],
    ['2026-11-30T07:00:00.000Z', ['d', 'e']],
    ['2026-11-30T08:00:00.000Z', ['a', 'b', 'c', 'd', 'e']],
    // Summer time.
    ['2026-07-01T05:59:59.000Z', []],
    ['2026-07-01T06:00:00.000Z', ['d', 'e']],
    // Days on which the clocks change.
    ['2026-03-29T06:00:00.000Z', ['d', 'e']],
    ['2026-10-25T06:59:59.000Z', []],
    ['2026-10-25T07:00:00.000Z', ['d', 'e']],
  ])('at %s queues the emails of %j', async (now, subs) => {
    await run(new Date(now));
    expect(listQueuedSubs()).toEqual(subs.toSorted());
  });

  test('queues each email once, to be sent until noon', async () => {
    for (const minute of ['00', '05', '10']) await run(new Date(`2026-11-30T07:${minute}:00.000Z`));
    expect(queuedMessages).toEqual([
      { region: 'ndach', sub: 'd', day: '2026-11-30', until: '2026-11-30T11:00:00.000Z' },
      { region: 'nfr', sub: 'e', day: '2026-11-30', until: '2026-11-30T11:00:00.000Z' },
    ]);
    await run(new Date('2026-12-01T07:00:00.000Z'));
    expect(queuedMessages.at(-1)).toMatchObject({ sub: 'e', day: '2026-12-01' });
  });

  test('queues no emails of a missed morning and raises an alarm once', async () => {
    for (const region of ['nuk', 'ndach', 'nfr'] as const) dayByRegion.set(region, '2026-11-29');
    // Noon in Germany and France, eleven o'clock in the United Kingdom.
    await expect(run(new Date('2026-11-30T11:00:00.000Z'))).rejects.toThrow('2 regions');
    expect(listQueuedSubs()).toEqual(['a', 'b', 'c']);
    expect(logLines.filter((line) => line.includes('daily emails missed'))).toHaveLength(2);
    await run(new Date('2026-11-30T11:05:00.000Z'));
    expect(listQueuedSubs()).toEqual(['a', 'b', 'c']);
  });

  test('raises no alarm on the day of the first deployment', async () => {
    await run(new Date('2026-11-30T15:00:00.000Z'));
    expect(queuedMessages).toEqual([]);
    expect(dayByRegion.get('nfr')).toBe('2026-11-30');
  });
});

test('a failing region does not delay the other regions', async () => {
  // Only the first call of the run fails.
  callsLeft = 1;
  const work = run(new Date('2026-11-30T08:00:00.000Z'));
  callsLeft = Infinity;
  await work.catch(() => undefined);
  expect(listQueuedSubs()).toEqual(expect.arrayContaining(['d', 'e']));
});

/** Number of calls of a run without faults: three days read and recorded, four pages, five messages. */
const callCount = 15;

describe.each([true, false])('a run that is interrupted at a call (call applied: %s)', (isApplied) => {
  test.each(Array.from({ length: callCount }, (_, index) => index + 1))(
    'is completed by the next run (call %i)',
    async (interruptedCall) => {
      callsLeft = interruptedCall;
      appliesLastCall = isApplied;
      await run(new Date('2026-11-30T08:00:00.000Z')).catch(() => undefined);
      callsLeft = Infinity;
      await run(new Date('2026-11-30T08:05:00.000Z'));
      expect([...new Set(listQueuedSubs())].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect([...dayByRegion.values()]).toEqual(['2026-11-30', '2026-11-30', '2026-11-30']);
      const countBefore = queuedMessages.length;
      await run(new Date('2026-11-30T08:10:00.000Z'));
      expect(queuedMessages).toHaveLength(countBefore);
    },
  );
});

test('callCount is the number of calls of a run without faults', async () => {
  callsLeft = 1000;
  await run(new Date('2026-11-30T08:00:00.000Z'));
  expect(1000 - callsLeft).toBe(callCount);
});
