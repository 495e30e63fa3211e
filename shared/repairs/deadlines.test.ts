import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { limits } from '#shared/config/limits.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import type { RegionCalendar } from '#shared/dates/calendars.ts';
import { addDays, toCalendarDate, startOfDay } from '#shared/dates/dates.ts';
import { insertEntry } from '#shared/records/timeline.ts';
import type { DeadlineName } from './deadlines.ts';
import { findNextDeadline, deadlineNames, calculateDeadlines } from './deadlines.ts';
import type { ProviderState, RepairEntry } from './lifecycle.ts';
import { providerStates, rankRepairEntry } from './lifecycle.ts';

const runOptions = { numRuns: 1000 };
const { terms } = limits;
const calendar: RegionCalendar = {
  timeZone: 'Europe/London',
  isHoliday: (date) => ['2026-12-25', '2026-12-28'].includes(date),
  isApproximate: true,
};

/** Returns noon in UTC, which in winter is also noon in London. */
const toNoon = (day: string) => `${day}T12:00:00.000Z`;
const buildBookedEntry = (day: string): RepairEntry => ({ type: 'booked', at: toNoon(day), by: 'sam@nuk.example' });
const buildRmaEntry = (day: string): RepairEntry => ({
  type: 'rmaAssigned',
  at: toNoon(day),
  eventId: 'rma',
  rma: 'UK1',
});
const buildStatusEntry = (day: string, state: ProviderState, extra: object = {}): RepairEntry => ({
  type: 'status',
  at: toNoon(day),
  eventId: `${state} ${day}`,
  status: state,
  ...extra,
});
const findDeadline = (name: DeadlineName, today: string, ...timeline: RepairEntry[]) =>
  calculateDeadlines(timeline, calendar, today).find((deadline) => deadline.name === name);

const confirmedTimeline = [
  buildBookedEntry('2026-11-02'),
  buildRmaEntry('2026-11-02'),
  buildStatusEntry('2026-11-03', 'confirmed'),
];
const receivedTimeline = [...confirmedTimeline, buildStatusEntry('2026-11-05', 'received')];
const quotedTimeline = [...receivedTimeline, buildStatusEntry('2026-11-09', 'quoted')];
const unrepairedTimeline = [...quotedTimeline, buildStatusEntry('2026-12-11', 'returnedUnrepaired')];
const dispatchedTimeline = [
  ...receivedTimeline,
  buildStatusEntry('2026-12-10', 'repaired'),
  buildStatusEntry('2026-12-11', 'dispatched'),
];

describe('calculateDeadlines', () => {
  test.each<[string, DeadlineName, string, RepairEntry[], object]>([
    [
      'RMA number: running until its deadline',
      'rma',
      '2026-11-04',
      confirmedTimeline.slice(0, 1),
      { by: '2026-11-04', state: 'running' },
    ],
    [
      'RMA number: overdue after its deadline',
      'rma',
      '2026-11-05',
      confirmedTimeline.slice(0, 1),
      { by: '2026-11-04', state: 'broken' },
    ],
    [
      'RMA number: two working days, skipping the weekend',
      'rma',
      '2026-11-09',
      [buildBookedEntry('2026-11-06')],
      { by: '2026-11-10', state: 'running' },
    ],
    [
      'RMA number: skips holidays',
      'rma',
      '2026-12-29',
      [buildBookedEntry('2026-12-24')],
      { by: '2026-12-30', state: 'running' },
    ],
    ['RMA number: kept once assigned', 'rma', '2026-12-01', confirmedTimeline, { state: 'kept', on: '2026-11-02' }],
    [
      'RMA number: over when the repair is cancelled',
      'rma',
      '2026-11-03',
      [buildBookedEntry('2026-11-02'), buildStatusEntry('2026-11-03', 'cancelled')],
      { state: 'over', on: '2026-11-03' },
    ],
    ['target: starts at the receipt', 'target', '2026-11-15', receivedTimeline, { by: '2026-11-15', state: 'running' }],
    [
      'target: missed when repaired too late',
      'target',
      '2026-12-20',
      dispatchedTimeline,
      { state: 'broken', on: '2026-12-10' },
    ],
    ['target: paused by a quote', 'target', '2026-12-09', quotedTimeline, { by: '2026-12-15', state: 'paused' }],
    [
      'target: resumes after the answer',
      'target',
      '2026-11-20',
      [...quotedTimeline, buildStatusEntry('2026-11-19', 'assessed')],
      { by: '2026-11-25', state: 'running' },
    ],
    [
      'target: not extended by a quote once overdue',
      'target',
      '2026-12-20',
      [...receivedTimeline, buildStatusEntry('2026-11-16', 'quoted'), buildStatusEntry('2026-11-30', 'assessed')],
      { by: '2026-11-15', state: 'broken' },
    ],
    [
      'target: replaced by the provider’s date',
      'target',
      '2026-11-20',
      [...quotedTimeline, buildStatusEntry('2026-11-19', 'assessed', { dueAt: '2026-12-01' })],
      { by: '2026-12-01', state: 'running' },
    ],
    [
      'target: keeps the provider’s date of an earlier state',
      'target',
      '2026-11-20',
      [
        buildBookedEntry('2026-11-02'),
        buildStatusEntry('2026-11-03', 'confirmed', { dueAt: '2026-12-05' }),
        ...receivedTimeline.slice(3),
      ],
      { by: '2026-12-05', state: 'running' },
    ],
    [
      'target: ignores a provider’s date before the receipt',
      'target',
      '2026-11-20',
      [
        buildBookedEntry('2026-11-02'),
        buildStatusEntry('2026-11-03', 'confirmed', { dueAt: '2026-11-04' }),
        ...receivedTimeline.slice(3),
      ],
      { by: '2026-11-15', state: 'broken' },
    ],
    [
      'target: ignores a provider’s date before the event that contains it',
      'target',
      '2026-11-10',
      [...receivedTimeline, buildStatusEntry('2026-11-09', 'assessed', { dueAt: '2026-11-08' })],
      { by: '2026-11-15', state: 'running' },
    ],
    [
      'fee answer: running until its deadline',
      'feeAnswer',
      '2026-12-09',
      quotedTimeline,
      { by: '2026-12-09', state: 'running' },
    ],
    [
      'fee answer: overdue after its deadline',
      'feeAnswer',
      '2026-12-10',
      quotedTimeline,
      { by: '2026-12-09', state: 'broken' },
    ],
    [
      'fee answer: restarts with a second quote',
      'feeAnswer',
      '2026-11-30',
      [
        ...receivedTimeline,
        buildStatusEntry('2026-11-09', 'quoted', { dueAt: '2026-11-12' }),
        buildStatusEntry('2026-11-20', 'quoted'),
      ],
      { from: '2026-11-20', by: '2026-12-20', state: 'running' },
    ],
    [
      'cancellation: running until its last day',
      'cancellation',
      '2026-11-17',
      receivedTimeline,
      { by: '2026-11-17', state: 'running' },
    ],
    [
      'cancellation: over after its last day',
      'cancellation',
      '2026-11-18',
      receivedTimeline,
      { by: '2026-11-17', state: 'over' },
    ],
    [
      'cancellation: over once repaired',
      'cancellation',
      '2026-11-07',
      [...receivedTimeline, buildStatusEntry('2026-11-06', 'repaired')],
      { state: 'over', on: '2026-11-06' },
    ],
    [
      'arrival: running after dispatch',
      'arrival',
      '2026-12-29',
      dispatchedTimeline,
      { by: '2026-12-29', state: 'running', isAbout: true },
    ],
    [
      'arrival: over after ten working days',
      'arrival',
      '2026-12-30',
      dispatchedTimeline,
      { by: '2026-12-29', state: 'over' },
    ],
    [
      'arrival: running for an unrepaired product',
      'arrival',
      '2026-12-29',
      unrepairedTimeline,
      { from: '2026-12-11', by: '2026-12-29', state: 'running', isAbout: true },
    ],
    [
      'arrival: replaced by the provider’s date',
      'arrival',
      '2026-12-29',
      [...quotedTimeline, buildStatusEntry('2026-12-11', 'returnedUnrepaired', { dueAt: '2026-12-18' })],
      { by: '2026-12-18', state: 'over' },
    ],
    [
      'warranty: 12 months for a repair',
      'warranty',
      '2027-12-11',
      dispatchedTimeline,
      { by: '2027-12-11', state: 'running' },
    ],
    [
      'warranty: 24 months for a replacement',
      'warranty',
      '2026-12-31',
      [...receivedTimeline, buildStatusEntry('2026-12-31', 'dispatched', { isReplacement: true })],
      { by: '2028-12-31', state: 'running' },
    ],
    [
      'warranty: 12 months if the replacement is revoked',
      'warranty',
      '2026-12-31',
      [
        ...receivedTimeline,
        buildStatusEntry('2026-12-10', 'repaired', { isReplacement: true }),
        buildStatusEntry('2026-12-31', 'dispatched', { isReplacement: false }),
      ],
      { by: '2027-12-31', state: 'running' },
    ],
  ])('%s', (_, name, today, timeline, expected) => {
    expect(findDeadline(name, today, ...timeline)).toMatchObject(expected);
  });

  test('grants a warranty only for repaired or replaced devices', () => {
    const assessedEntry = buildStatusEntry('2026-12-10', 'assessed', { isReplacement: true });
    expect(
      findDeadline(
        'warranty',
        '2026-12-12',
        ...receivedTimeline,
        assessedEntry,
        buildStatusEntry('2026-12-11', 'dispatched'),
      ),
    ).toBeUndefined();
  });

  test.each<[string, RepairEntry[], object | undefined]>([
    ['a booking', confirmedTimeline.slice(0, 1), { promise: 'rma', by: '2026-11-04', who: ['provider'] }],
    ['an RMA number', confirmedTimeline.slice(0, 2), undefined],
    ['a confirmation', confirmedTimeline, undefined],
    ['a quote', quotedTimeline, { promise: 'feeAnswer', by: '2026-12-09', who: ['customer'] }],
    [
      'a quote after a missed target',
      [...receivedTimeline, buildStatusEntry('2026-11-16', 'quoted')],
      { promise: 'feeAnswer' },
    ],
    [
      'receipt without an RMA number',
      [buildBookedEntry('2026-11-02'), buildStatusEntry('2026-11-20', 'received')],
      { promise: 'target' },
    ],
    ['a dispatch', dispatchedTimeline, { promise: 'arrival', by: '2026-12-29', who: ['customer', 'store'] }],
    ['an unrepaired return', unrepairedTimeline, { promise: 'arrival', by: '2026-12-29', who: ['customer', 'store'] }],
    ['a cancellation', [...quotedTimeline, buildStatusEntry('2026-12-11', 'cancelled')], undefined],
  ])('findNextDeadline returns the next deadline after %s', (_, timeline, expected) => {
    const next = findNextDeadline(calculateDeadlines(timeline, calendar, '2026-11-17'));
    if (expected) expect(next).toMatchObject(expected);
    else expect(next).toBeUndefined();
  });
});

const arbitraryInstants = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
const arbitraryStatusEntries = fc.array(
  fc.record({
    at: arbitraryInstants.map((instant) => instant.toISOString()),
    eventId: fc.uuid(),
    status: fc.constantFrom(...providerStates),
    type: fc.constant('status' as const),
    isReplacement: fc.boolean(),
    dueAt: fc.option(
      arbitraryInstants.map((instant) => instant.toISOString().slice(0, 10)),
      { nil: undefined },
    ),
  }),
  { maxLength: 8 },
);
const buildTimeline = (entries: readonly RepairEntry[]) =>
  entries.reduce<RepairEntry[]>(
    (timeline, entry) => insertEntry(timeline, entry, rankRepairEntry),
    [buildBookedEntry('2024-01-01')],
  );
const arbitraryRegions = fc.constantFrom(...regionIds);
const arbitraryDates = arbitraryInstants.map((instant) => instant.toISOString().slice(0, 10));

describe('calculateDeadlines and findNextDeadline for arbitrary events', () => {
  test('are independent of order and repetition of events', () => {
    const arbitraryOrders = arbitraryStatusEntries.chain((entries) =>
      fc.tuple(fc.constant(entries), fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length * 2 })),
    );
    fc.assert(
      fc.property(arbitraryOrders, arbitraryDates, ([entries, repeatedEntries], date) => {
        expect(calculateDeadlines(buildTimeline(repeatedEntries), calendar, date)).toEqual(
          calculateDeadlines(buildTimeline(entries), calendar, date),
        );
      }),
      runOptions,
    );
  });

  test('contain each deadline at most once and never reopen a settled one', () => {
    fc.assert(
      fc.property(arbitraryStatusEntries, arbitraryDates, fc.nat(1000), (entries, date, days) => {
        const deadlinesOnDate = calculateDeadlines(buildTimeline(entries), calendar, date);
        const deadlinesLater = calculateDeadlines(buildTimeline(entries), calendar, addDays(date, days));
        expect(new Set(deadlinesOnDate.map(({ name }) => name)).size).toBe(deadlinesOnDate.length);
        for (const deadline of deadlinesOnDate) {
          const { state, on, by } = deadline;
          if (state === 'kept') expect(on !== undefined && on <= by).toBe(true);
          if (state === 'broken') expect((on ?? date) > by).toBe(true);
          if (state === 'running' || state === 'paused') expect(on).toBeUndefined();
          if (on !== undefined) expect(deadlinesLater).toContainEqual(deadline);
        }
      }),
      runOptions,
    );
  });

  test('have no last day before the first one', () => {
    fc.assert(
      fc.property(arbitraryStatusEntries, arbitraryDates, (entries, date) => {
        for (const { from, by } of calculateDeadlines(buildTimeline(entries), calendar, date))
          expect(by >= from).toBe(true);
      }),
      runOptions,
    );
  });

  test('start the target only at the receipt', () => {
    fc.assert(
      fc.property(arbitraryStatusEntries, arbitraryDates, (entries, date) => {
        const target = calculateDeadlines(buildTimeline(entries), calendar, date).find(({ name }) => name === 'target');
        const receivedAt = buildTimeline(entries).find(
          (entry) => entry.type === 'status' && entry.status === 'received',
        )?.at;
        expect(target?.from).toBe(receivedAt && toCalendarDate(new Date(receivedAt), calendar.timeZone));
      }),
      runOptions,
    );
  });

  test('return a next deadline that depends on the date only for parcels', () => {
    fc.assert(
      fc.property(arbitraryStatusEntries, arbitraryDates, (entries, date) => {
        const timeline = buildTimeline(entries);
        const lastDay = toCalendarDate(new Date(timeline.at(-1)?.at ?? 0), calendar.timeZone);
        const nextOnLastDay = findNextDeadline(calculateDeadlines(timeline, calendar, lastDay));
        const nextToday = findNextDeadline(calculateDeadlines(timeline, calendar, date < lastDay ? lastDay : date));
        if (nextOnLastDay?.promise !== 'arrival') expect(nextToday).toEqual(nextOnLastDay);
        for (const next of [nextOnLastDay, nextToday])
          if (next) expect(['cancellation', 'warranty']).not.toContain(next.promise);
      }),
      runOptions,
    );
  });
});

test('calculateDeadlines uses the region’s calendar days, including their first and last moments', () => {
  fc.assert(
    fc.property(arbitraryRegions, arbitraryDates, fc.boolean(), (id, date, isLast) => {
      const { timeZone } = regions[id];
      const nextMidnight = startOfDay(addDays(date, 1), timeZone).getTime();
      const at = isLast ? new Date(nextMidnight - 1) : startOfDay(date, timeZone);
      const entry = { type: 'status', eventId: 'e', status: 'quoted', at: at.toISOString() } as const;
      expect(calculateDeadlines([entry], { ...calendar, timeZone }, date)).toEqual([
        { name: 'feeAnswer', who: ['customer'], from: date, by: addDays(date, terms.feeReplyDays), state: 'running' },
      ]);
    }),
    runOptions,
  );
});

test('calculateDeadlines returns the deadlines in the order of deadlineNames', () => {
  const allStates = providerStates.map((state, index) => buildStatusEntry(`2026-11-${10 + index}`, state));
  expect(
    calculateDeadlines([buildBookedEntry('2026-11-09'), ...allStates], calendar, '2026-11-30').map(({ name }) => name),
  ).toEqual(deadlineNames);
});
