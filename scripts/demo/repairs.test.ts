import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/config/limits.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays, addMonths, toCalendarDate } from '#shared/dates/dates.ts';
import { calculateDeadlines } from '#shared/repairs/deadlines.ts';
import type { ProviderState } from '#shared/repairs/lifecycle.ts';
import { isOpen, providerStates, toRepairState } from '#shared/repairs/lifecycle.ts';
import { demoStores } from './accounts.ts';
import type { DemoRepair } from './repairs.ts';
import { createDemoRepairs } from './repairs.ts';
import { dayMs } from './values.ts';

/** A week of days, because deadlines depend on weekends. */
const days = Array.from({ length: 7 }, (_, day) => new Date(Date.parse('2026-11-21T10:00:00Z') + day * dayMs));

const repairsPerStore = [32, 6];

const buildRepairs = (now: Date): DemoRepair[] =>
  regionIds.flatMap((region) =>
    demoStores[region].flatMap((store, index) => createDemoRepairs(region, store, repairsPerStore[index] ?? 0, now)),
  );

const toDay = ({ region }: DemoRepair, at: string) => toCalendarDate(new Date(at), regions[region].timeZone);

/** Returns the day on which the provider reported each state. */
const findDays = (repair: DemoRepair): Partial<Record<ProviderState, CalendarDate>> =>
  Object.fromEntries(
    repair.timeline.flatMap((entry) => (entry.type === 'status' ? [[entry.status, toDay(repair, entry.at)]] : [])),
  );

const findLateDeadlines = (repair: DemoRepair, now: Date) =>
  calculateDeadlines(repair.timeline, calendars[repair.region], toDay(repair, now.toISOString()))
    .filter(({ state }) => state === 'broken')
    .map(({ name }) => name);

describe.each(days.map((now) => [now.toISOString().slice(0, 10), now] as const))('demo repairs on %s', (_, now) => {
  const repairs = buildRepairs(now);
  const findRepairsWithState = (state: ProviderState) =>
    repairs.flatMap((repair) => {
      const dayByState = findDays(repair);
      const day = dayByState[state];
      return day === undefined ? [] : [{ day, dayByState, repair }];
    });

  test('have an ordered timeline between the purchase and now', () => {
    for (const { purchaseDate, createdAt, timeline } of repairs) {
      expect(purchaseDate < createdAt).toBe(true);
      const times = timeline.map(({ at }) => at);
      expect([createdAt, ...times, now.toISOString()]).toEqual([createdAt, ...times, now.toISOString()].sort());
      const ranks = timeline.flatMap((entry) =>
        entry.type === 'status' ? [providerStates.indexOf(entry.status)] : [],
      );
      expect(ranks).toEqual(ranks.toSorted((first, second) => first - second));
    }
  });

  test('cover every state', () => {
    const states = new Set(repairs.map(({ timeline }) => toRepairState(timeline)));
    expect([...states]).toEqual(expect.arrayContaining(['submitted', 'registered', 'withdrawn', ...providerStates]));
  });

  test('are abandoned only months after they were sent back', () => {
    const abandoned = findRepairsWithState('abandoned');
    expect(abandoned).toHaveLength(regionIds.length);
    for (const { day, dayByState } of abandoned)
      expect(day > addMonths(dayByState.dispatched ?? '', limits.terms.redeliveryAddressMonths)).toBe(true);
  });

  test('are returned unrepaired only after a fee quote, and cancelled only in time', () => {
    for (const { day, dayByState } of findRepairsWithState('returnedUnrepaired'))
      expect((dayByState.quoted ?? day) < day).toBe(true);
    for (const { day, dayByState } of findRepairsWithState('cancelled')) {
      expect(day <= addDays(dayByState.confirmed ?? '', limits.terms.cancellationDays)).toBe(true);
      expect(dayByState.repaired).toBeUndefined();
    }
  });

  test('have missed no deadline once they have ended', () => {
    for (const repair of repairs.filter(({ timeline }) => !isOpen(toRepairState(timeline))))
      expect(findLateDeadlines(repair, now)).toEqual([]);
  });

  test('have missed only RMA deadlines and at most one repair target per store', () => {
    const openRepairs = repairs.filter(({ timeline }) => isOpen(toRepairState(timeline)));
    for (const store of regionIds.flatMap((region) => [...demoStores[region]])) {
      const names = openRepairs
        .filter(({ storeId }) => storeId === store.id)
        .flatMap((repair) => findLateDeadlines(repair, now))
        .filter((name) => name !== 'rma');
      expect([[], ['target']]).toContainEqual(names);
    }
  });
});
