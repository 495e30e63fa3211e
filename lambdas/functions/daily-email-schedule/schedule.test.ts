import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DailyEmailMessage } from '#lambdas/lib/daily-email/message.ts';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createScheduleHandler } from './schedule.ts';

const queued: DailyEmailMessage[] = [];
const lines: string[] = [];
const days = new Map<RegionId, string>();
/** Pages of the subscriptions by region. */
let pages: Partial<Record<RegionId, string[][]>>;
/** Number of calls after which the function is stopped, before or after the call has taken effect. */
let callsLeft = Infinity;
let isDoneAtLast = false;

const call = async <Result>(work: () => Result): Promise<Result> => {
  callsLeft -= 1;
  if (callsLeft < 0) throw new Error('the function has ended');
  if (callsLeft > 0) return work();
  if (isDoneAtLast) work();
  throw new Error('the function ends');
};

const run = createScheduleHandler({
  subscriptions: {
    listSubs: async function* (region) {
      for (const page of pages[region] ?? []) yield await call(() => page);
    },
  },
  queuedDays: {
    find: (region) => call(() => days.get(region)),
    note: (region, day) => call(() => void days.set(region, day)),
  },
  queue: { send: (message) => call(() => void queued.push(message)) },
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  queued.length = 0;
  lines.length = 0;
  days.clear();
  pages = { nuk: [['a', 'b'], ['c']], ndach: [['d']], nfr: [['e']] };
  callsLeft = Infinity;
  isDoneAtLast = false;
});

const toSubs = () => queued.map(({ sub }) => sub);

describe('morning of a region', () => {
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
  ])('at %s queues %j', async (now, subs) => {
    await run(new Date(now));
    expect(toSubs()).toEqual(subs.toSorted());
  });

  test('queues each email once, to be sent until noon', async () => {
    for (const minute of ['00', '05', '10']) await run(new Date(`2026-11-30T07:${minute}:00.000Z`));
    expect(queued).toEqual([
      { region: 'ndach', sub: 'd', day: '2026-11-30', until: '2026-11-30T11:00:00.000Z' },
      { region: 'nfr', sub: 'e', day: '2026-11-30', until: '2026-11-30T11:00:00.000Z' },
    ]);
    await run(new Date('2026-12-01T07:00:00.000Z'));
    expect(queued.at(-1)).toMatchObject({ sub: 'e', day: '2026-12-01' });
  });

  test('that has passed is left out and raises an alarm once', async () => {
    for (const region of ['nuk', 'ndach', 'nfr'] as const) days.set(region, '2026-11-29');
    // Noon in Germany and France, eleven o'clock in the United Kingdom.
    await expect(run(new Date('2026-11-30T11:00:00.000Z'))).rejects.toThrow('2 regions');
    expect(toSubs()).toEqual(['a', 'b', 'c']);
    expect(lines.filter((line) => line.includes('daily emails missed'))).toHaveLength(2);
    await run(new Date('2026-11-30T11:05:00.000Z'));
    expect(toSubs()).toEqual(['a', 'b', 'c']);
  });

  test('on which a stage is first deployed raises no alarm after noon', async () => {
    await run(new Date('2026-11-30T15:00:00.000Z'));
    expect(queued).toEqual([]);
    expect(days.get('nfr')).toBe('2026-11-30');
  });
});

test('a region that fails does not keep the others waiting', async () => {
  callsLeft = 1;
  const work = run(new Date('2026-11-30T08:00:00.000Z'));
  callsLeft = Infinity;
  await work.catch(() => undefined);
  expect(toSubs()).toEqual(expect.arrayContaining(['d', 'e']));
});

/** Calls of an undisturbed run: three days read and noted, four pages, five messages. */
const callCount = 15;

describe.each([true, false])('a run that ends at a call whose effect remains (%s)', (isDone) => {
  test.each(Array.from({ length: callCount }, (_, index) => index + 1))(
    'is finished by the next one (call %i)',
    async (last) => {
      callsLeft = last;
      isDoneAtLast = isDone;
      await run(new Date('2026-11-30T08:00:00.000Z')).catch(() => undefined);
      callsLeft = Infinity;
      await run(new Date('2026-11-30T08:05:00.000Z'));
      expect([...new Set(toSubs())].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect([...days.values()]).toEqual(['2026-11-30', '2026-11-30', '2026-11-30']);
      const countBefore = queued.length;
      await run(new Date('2026-11-30T08:10:00.000Z'));
      expect(queued).toHaveLength(countBefore);
    },
  );
});

test('an undisturbed run has as many calls as are interrupted', async () => {
  callsLeft = 1000;
  await run(new Date('2026-11-30T08:00:00.000Z'));
  expect(1000 - callsLeft).toBe(callCount);
});
