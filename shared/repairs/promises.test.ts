import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RegionCalendar } from '#shared/calendars.ts';
import { addDays, calendarDate, startOfDay } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import { withEntry } from '#shared/records/timeline.ts';
import { regionIds, regions } from '#shared/regions.ts';
import type { ProviderState, RepairEntry } from './lifecycle.ts';
import { providerStates, repairRankOf } from './lifecycle.ts';
import type { PromiseName } from './promises.ts';
import { nextOf, promiseNames, promisesOf } from './promises.ts';

const runs = { numRuns: 1000 };
const { terms } = limits;
const calendar: RegionCalendar = {
  timeZone: 'Europe/London',
  isHoliday: (date) => ['2026-12-25', '2026-12-28'].includes(date),
  isAbout: true,
};

/** Noon of a day in winter. */
const noon = (day: string) => `${day}T12:00:00.000Z`;
const booked = (day: string): RepairEntry => ({ type: 'booked', at: noon(day), by: 'sam@nuk.example' });
const rma = (day: string): RepairEntry => ({ type: 'rmaAssigned', at: noon(day), eventId: 'rma', rma: 'UK1' });
const status = (day: string, state: ProviderState, more: object = {}): RepairEntry => ({
  type: 'status',
  at: noon(day),
  eventId: `${state} ${day}`,
  status: state,
  ...more,
});
const find = (name: PromiseName, today: string, ...timeline: RepairEntry[]) =>
  promisesOf(timeline, calendar, today).find((promise) => promise.name === name);

const confirmed = [booked('2026-11-02'), rma('2026-11-02'), status('2026-11-03', 'confirmed')];
const received = [...confirmed, status('2026-11-05', 'received')];
const quoted = [...received, status('2026-11-09', 'quoted')];
const unrepaired = [...quoted, status('2026-12-11', 'returnedUnrepaired')];
const dispatched = [...received, status('2026-12-10', 'repaired'), status('2026-12-11', 'dispatched')];

describe('a repair’s promises', () => {
  test.each<[string, PromiseName, string, RepairEntry[], object]>([
    [
      'the RMA number is waited for',
      'rma',
      '2026-11-04',
      confirmed.slice(0, 1),
      { by: '2026-11-04', state: 'running' },
    ],
    ['the RMA number is overdue', 'rma', '2026-11-05', confirmed.slice(0, 1), { by: '2026-11-04', state: 'broken' }],
    [
      'the RMA number of a Friday’s booking comes by Tuesday',
      'rma',
      '2026-11-09',
      [booked('2026-11-06')],
      { by: '2026-11-10', state: 'running' },
    ],
    [
      'no RMA number comes on a holiday',
      'rma',
      '2026-12-29',
      [booked('2026-12-24')],
      { by: '2026-12-30', state: 'running' },
    ],
    ['the RMA number came', 'rma', '2026-12-01', confirmed, { state: 'kept', on: '2026-11-02' }],
    [
      'no RMA number comes any more',
      'rma',
      '2026-11-03',
      [booked('2026-11-02'), status('2026-11-03', 'cancelled')],
      { state: 'over', on: '2026-11-03' },
    ],
    ['the target runs from the arrival', 'target', '2026-11-15', received, { by: '2026-11-15', state: 'running' }],
    ['the target is missed', 'target', '2026-12-20', dispatched, { state: 'broken', on: '2026-12-10' }],
    ['the target stands still', 'target', '2026-12-09', quoted, { by: '2026-12-15', state: 'paused' }],
    [
      'the target goes on after the answer',
      'target',
      '2026-11-20',
      [...quoted, status('2026-11-19', 'assessed')],
      { by: '2026-11-25', state: 'running' },
    ],
    [
      'what was late already gets no later',
      'target',
      '2026-12-20',
      [...received, status('2026-11-16', 'quoted'), status('2026-11-30', 'assessed')],
      { by: '2026-11-15', state: 'broken' },
    ],
    [
      'the provider’s date counts, from when it was given',
      'target',
      '2026-11-20',
      [...quoted, status('2026-11-19', 'assessed', { dueAt: '2026-12-01' })],
      { by: '2026-12-01', state: 'running' },
    ],
    [
      'the provider’s date of an earlier state still counts',
      'target',
      '2026-11-20',
      [booked('2026-11-02'), status('2026-11-03', 'confirmed', { dueAt: '2026-12-05' }), ...received.slice(3)],
      { by: '2026-12-05', state: 'running' },
    ],
    [
      'a date given with the confirmation that had passed at the receipt does not count',
      'target',
      '2026-11-20',
      [booked('2026-11-02'), status('2026-11-03', 'confirmed', { dueAt: '2026-11-04' }), ...received.slice(3)],
      { by: '2026-11-15', state: 'broken' },
    ],
    [
      'a date from before its own report does not count',
      'target',
      '2026-11-10',
      [...received, status('2026-11-09', 'assessed', { dueAt: '2026-11-08' })],
      { by: '2026-11-15', state: 'running' },
    ],
    ['the fee waits for its answer', 'feeAnswer', '2026-12-09', quoted, { by: '2026-12-09', state: 'running' }],
    ['nobody has answered', 'feeAnswer', '2026-12-10', quoted, { by: '2026-12-09', state: 'broken' }],
    [
      'a second quote has its own days',
      'feeAnswer',
      '2026-11-30',
      [...received, status('2026-11-09', 'quoted', { dueAt: '2026-11-12' }), status('2026-11-20', 'quoted')],
      { from: '2026-11-20', by: '2026-12-20', state: 'running' },
    ],
    ['it may be cancelled', 'cancellation', '2026-11-17', received, { by: '2026-11-17', state: 'running' }],
    ['it may be cancelled no more', 'cancellation', '2026-11-18', received, { by: '2026-11-17', state: 'over' }],
    [
      'a finished one may be cancelled no more',
      'cancellation',
      '2026-11-07',
      [...received, status('2026-11-06', 'repaired')],
      { state: 'over', on: '2026-11-06' },
    ],
    ['it is on its way', 'arrival', '2026-12-29', dispatched, { by: '2026-12-29', state: 'running', isAbout: true }],
    ['a complaint is due', 'arrival', '2026-12-30', dispatched, { by: '2026-12-29', state: 'over' }],
    [
      'an unrepaired product is on its way',
      'arrival',
      '2026-12-29',
      unrepaired,
      { from: '2026-12-11', by: '2026-12-29', state: 'running', isAbout: true },
    ],
    [
      'the provider’s date of an unrepaired product counts',
      'arrival',
      '2026-12-29',
      [...quoted, status('2026-12-11', 'returnedUnrepaired', { dueAt: '2026-12-18' })],
      { by: '2026-12-18', state: 'over' },
    ],
    ['a repair’s warranty', 'warranty', '2027-12-11', dispatched, { by: '2027-12-11', state: 'running' }],
    [
      'another device’s warranty',
      'warranty',
      '2026-12-31',
      [...received, status('2026-12-31', 'dispatched', { isReplacement: true })],
      { by: '2028-12-31', state: 'running' },
    ],
    [
      'the device’s own again after all',
      'warranty',
      '2026-12-31',
      [
        ...received,
        status('2026-12-10', 'repaired', { isReplacement: true }),
        status('2026-12-31', 'dispatched', { isReplacement: false }),
      ],
      { by: '2027-12-31', state: 'running' },
    ],
  ])('%s', (_, name, today, timeline, expected) => {
    expect(find(name, today, ...timeline)).toMatchObject(expected);
  });

  test('only what was repaired or replaced has a warranty', () => {
    const assessed = status('2026-12-10', 'assessed', { isReplacement: true });
    expect(find('warranty', '2026-12-12', ...received, assessed, status('2026-12-11', 'dispatched'))).toBeUndefined();
  });

  test.each<[string, RepairEntry[], object | undefined]>([
    ['a booking', confirmed.slice(0, 1), { promise: 'rma', by: '2026-11-04', who: ['provider'] }],
    ['a number', confirmed.slice(0, 2), undefined],
    ['a confirmation', confirmed, undefined],
    ['a quote', quoted, { promise: 'feeAnswer', by: '2026-12-09', who: ['customer'] }],
    ['a quote when the target was late', [...received, status('2026-11-16', 'quoted')], { promise: 'feeAnswer' }],
    ['work without a number', [booked('2026-11-02'), status('2026-11-20', 'received')], { promise: 'target' }],
    ['a parcel', dispatched, { promise: 'arrival', by: '2026-12-29', who: ['customer', 'store'] }],
    ['an unrepaired parcel', unrepaired, { promise: 'arrival', by: '2026-12-29', who: ['customer', 'store'] }],
    ['an end', [...quoted, status('2026-12-11', 'cancelled')], undefined],
  ])('what is next after %s', (_, timeline, expected) => {
    const next = nextOf(promisesOf(timeline, calendar, '2026-11-17'));
    if (expected) expect(next).toMatchObject(expected);
    else expect(next).toBeUndefined();
  });
});

const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
const reports = fc.array(
  fc.record({
    at: day.map((at) => at.toISOString()),
    eventId: fc.uuid(),
    status: fc.constantFrom(...providerStates),
    type: fc.constant('status' as const),
    isReplacement: fc.boolean(),
    dueAt: fc.option(
      day.map((at) => at.toISOString().slice(0, 10)),
      { nil: undefined },
    ),
  }),
  { maxLength: 8 },
);
const told = (entries: readonly RepairEntry[]) =>
  entries.reduce<RepairEntry[]>((timeline, entry) => withEntry(timeline, entry, repairRankOf), [booked('2024-01-01')]);
const region = fc.constantFrom(...regionIds);
const today = day.map((at) => at.toISOString().slice(0, 10));

describe('whatever is reported', () => {
  test('in any order, and again, the promises are the same', () => {
    const shuffled = reports.chain((entries) =>
      fc.tuple(fc.constant(entries), fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length * 2 })),
    );
    fc.assert(
      fc.property(shuffled, today, ([entries, again], date) => {
        expect(promisesOf(told(again), calendar, date)).toEqual(promisesOf(told(entries), calendar, date));
      }),
      runs,
    );
  });

  test('each promise is there once, settled in time or not, and what is settled stays so', () => {
    fc.assert(
      fc.property(reports, today, fc.nat(1000), (entries, date, days) => {
        const [now, then] = [date, addDays(date, days)].map((at) => promisesOf(told(entries), calendar, at));
        expect(new Set(now?.map(({ name }) => name)).size).toBe(now?.length);
        for (const promise of now ?? []) {
          const { state, on, by } = promise;
          if (state === 'kept') expect(on !== undefined && on <= by).toBe(true);
          if (state === 'broken') expect((on ?? date) > by).toBe(true);
          if (state === 'running' || state === 'paused') expect(on).toBeUndefined();
          if (on !== undefined) expect(then).toContainEqual(promise);
        }
      }),
      runs,
    );
  });

  test('no deadline is earlier than the day it runs from', () => {
    fc.assert(
      fc.property(reports, today, (entries, date) => {
        for (const { from, by } of promisesOf(told(entries), calendar, date)) expect(by >= from).toBe(true);
      }),
      runs,
    );
  });

  test('no repair has a target before its product is received', () => {
    fc.assert(
      fc.property(reports, today, (entries, date) => {
        const target = promisesOf(told(entries), calendar, date).find(({ name }) => name === 'target');
        const receivedAt = told(entries).find((entry) => entry.type === 'status' && entry.status === 'received')?.at;
        expect(target?.from).toBe(receivedAt && calendarDate(new Date(receivedAt), calendar.timeZone));
      }),
      runs,
    );
  });

  test('what is next has an end that does not depend on when it is asked for, but for a parcel’s', () => {
    fc.assert(
      fc.property(reports, today, (entries, date) => {
        const timeline = told(entries);
        const lastDay = calendarDate(new Date(timeline.at(-1)?.at ?? 0), calendar.timeZone);
        const kept = nextOf(promisesOf(timeline, calendar, lastDay));
        const asked = nextOf(promisesOf(timeline, calendar, date < lastDay ? lastDay : date));
        if (kept?.promise !== 'arrival') expect(asked).toEqual(kept);
        for (const promise of [kept, asked])
          if (promise) expect(['cancellation', 'warranty']).not.toContain(promise.promise);
      }),
      runs,
    );
  });
});

test('days are those of the region, whatever the clocks do: a day’s first and last moment count as that day', () => {
  fc.assert(
    fc.property(region, today, fc.boolean(), (id, date, isLast) => {
      const { timeZone } = regions[id];
      const next = startOfDay(addDays(date, 1), timeZone).getTime();
      const at = isLast ? new Date(next - 1) : startOfDay(date, timeZone);
      const entry = { type: 'status', eventId: 'e', status: 'quoted', at: at.toISOString() } as const;
      expect(promisesOf([entry], { ...calendar, timeZone }, date)).toEqual([
        { name: 'feeAnswer', who: ['customer'], from: date, by: addDays(date, terms.feeReplyDays), state: 'running' },
      ]);
    }),
    runs,
  );
});

test('every promise has its row', () => {
  const all = providerStates.map((state, index) => status(`2026-11-${10 + index}`, state));
  expect(promisesOf([booked('2026-11-09'), ...all], calendar, '2026-11-30').map(({ name }) => name)).toEqual(
    promiseNames,
  );
});
