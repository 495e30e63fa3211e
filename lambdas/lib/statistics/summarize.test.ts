import { describe, expect, test } from '@jest/globals';
import type { CountedRepair, RepairCounts } from './counts.ts';
import { countRepairs, countReturns } from './counts.ts';
import { findPeriodStart, summarizeMonths } from './summarize.ts';

const today = '2026-11-29';

const buildRepair = (change: Partial<CountedRepair> = {}): CountedRepair => ({
  id: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11',
  createdAt: '2026-11-10T09:30:00.000Z',
  state: 'submitted',
  product: 'switch-2',
  issue: 'screenDefect',
  milestones: { entries: 1 },
  ...change,
});

const store = { storeId: 'UK-1', storeName: 'One' };
const summarize = (
  repairs: Record<string, RepairCounts>,
  period: 'thisYear' | 'last12Months' | 'last3Months' = 'thisYear',
) =>
  summarizeMonths(
    Object.entries(repairs).map(([month, counts]) => ({ storeId: 'UK-1', month, repairs: counts })),
    { period, today, showsRepairs: true, showsReturns: false, stores: [store] },
  );

describe('counts of a month', () => {
  test('contain withdrawn repairs only by state', () => {
    const counts = countRepairs('nuk', [buildRepair(), buildRepair({ state: 'withdrawn' })]);
    expect(counts).toMatchObject({
      states: { submitted: 1, withdrawn: 1 },
      weeks: { '2026-11-09': 1 },
      products: { 'switch-2': 1 },
      issues: { screenDefect: 1 },
    });
  });

  test('contain the deadlines of open repairs, except for the arrival', () => {
    const next = { by: '2026-11-20', who: [] } as const;
    const counts = countRepairs('nuk', [
      buildRepair({ state: 'received', next: { ...next, promise: 'target' } }),
      buildRepair({ state: 'dispatched', next: { ...next, promise: 'arrival' } }),
      buildRepair({ state: 'received' }),
    ]);
    expect(counts.due).toEqual({ '2026-11-20': { received: 1 } });
  });

  test('contain the days of each interval in the month of its end', () => {
    const milestones = {
      entries: 5,
      rma: '2026-11-11',
      received: '2026-11-28',
      dispatched: '2026-12-08',
      waitingDays: 3,
    };
    // Number of repairs by the days of the interval, by the month of its end. The days of waiting for the answer to a fee
    // quote are not days of repair.
    expect(countRepairs('nuk', [buildRepair({ state: 'dispatched', milestones })])).toMatchObject({
      rma: { '2026-11': { 1: 1 } },
      receipt: { '2026-11': { 18: 1 } },
      dispatch: { '2026-12': { 28: 1 } },
      repair: { '2026-12': { 7: 1 } },
    });
  });

  test('of returns contain withdrawn returns only by state', () => {
    const { id, createdAt } = buildRepair();
    expect(
      countReturns('nuk', [
        { id, createdAt, state: 'registered' },
        { id, createdAt, state: 'withdrawn' },
      ]),
    ).toEqual({ weeks: { '2026-11-09': 1 }, states: { registered: 1, withdrawn: 1 } });
  });
});

test.each([
  ['thisYear', '2026-01-01'],
  ['last12Months', '2025-12-01'],
  ['last3Months', '2026-09-01'],
] as const)('the period %s starts on %s', (period, start) => {
  expect(findPeriodStart(period, today)).toBe(start);
});

describe('overview', () => {
  test('has each week with the count of 52 weeks earlier, until the end of the year', () => {
    const { repairs } = summarize({
      '2025-11': countRepairs('nuk', [buildRepair({ createdAt: '2025-11-11T09:30:00.000Z' })]),
      '2026-11': countRepairs('nuk', [buildRepair(), buildRepair()]),
    });
    expect(repairs?.weeks.find(({ monday }) => monday === '2026-11-09')).toEqual({
      monday: '2026-11-09',
      count: 2,
      countBefore: 1,
    });
    expect(repairs?.weeks[0]?.monday).toBe('2025-12-29');
    expect(repairs?.weeks.at(-1)).toEqual({ monday: '2026-12-28', countBefore: 0 });
  });

  test('has open repairs of every month, but products of the period only', () => {
    const { repairs, stores } = summarize(
      {
        '2026-08': countRepairs('nuk', [
          buildRepair({ state: 'received', next: { promise: 'target', by: '2026-11-28', who: [] } }),
        ]),
        '2026-11': countRepairs('nuk', [
          buildRepair({ state: 'quoted', product: 'switch-oled', next: { promise: 'feeAnswer', by: today, who: [] } }),
        ]),
      },
      'last3Months',
    );
    expect(repairs?.open.filter(({ count }) => count > 0)).toEqual([
      { state: 'received', count: 1, late: 1 },
      { state: 'quoted', count: 1, late: 0 },
    ]);
    expect(repairs?.products).toEqual([{ key: 'switch-oled', count: 1 }]);
    expect(stores).toEqual([{ ...store, repairs: 1, returns: 0, open: 2, late: 1 }]);
  });

  test('has the median and the 90th percentile of the days of repair', () => {
    const buildDispatchedAfter = (days: number) =>
      buildRepair({
        state: 'dispatched',
        milestones: { entries: 3, received: '2026-11-01', dispatched: `2026-11-${String(1 + days).padStart(2, '0')}` },
      });
    const { repairs } = summarize({
      '2026-11': countRepairs('nuk', [1, 2, 3, 4, 5, 6, 7, 8, 9, 20].map(buildDispatchedAfter)),
    });
    expect(repairs?.turnaround.total.repair).toEqual({ half: 5, nineOfTen: 9, count: 10 });
    expect(repairs?.turnaround.months).toMatchObject([{ month: '2026-11', repair: { half: 5, nineOfTen: 9 } }]);
  });
});
