import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays, addMonths } from '#shared/dates/dates.ts';
import { startOfWeek } from '#shared/dates/weeks.ts';
import { isOpen, repairStates } from '#shared/repairs/lifecycle.ts';
import type {
  Interval,
  NamedCount,
  OpenState,
  Overview,
  Period,
  RepairsOverview,
  Spread,
  StoreFigures,
  Turnaround,
  Week,
} from '#shared/statistics/overview.ts';
import { intervals } from '#shared/statistics/overview.ts';
import type { Store } from '#shared/stores/stores.ts';
import type { RepairCounts, ReturnCounts } from './counts.ts';

/** Counts of a store's month (YYYY-MM). */
export type StoreMonthCounts = {
  readonly storeId: string;
  readonly month: string;
  readonly repairs?: RepairCounts | undefined;
  readonly returns?: ReturnCounts | undefined;
};

/** Counts by key, such as a state, a product, a number of days or the Monday of a week. */
type Counts = Readonly<Record<string, number>>;

const addTo = (total: Record<string, number>, counts: Counts) => {
  for (const [key, count] of Object.entries(counts)) total[key] = (total[key] ?? 0) + count;
};

const addAll = (countsList: readonly Counts[]): Record<string, number> => {
  const total: Record<string, number> = {};
  for (const counts of countsList) addTo(total, counts);
  return total;
};

const sum = (counts: Counts): number => Object.values(counts).reduce((total, count) => total + count, 0);

export const findPeriodStart = (period: Period, today: CalendarDate): CalendarDate => {
  const month = `${today.slice(0, 7)}-01`;
  switch (period) {
    case 'thisYear':
      return `${today.slice(0, 4)}-01-01`;
    case 'last12Months':
      return addMonths(month, -11);
    case 'last3Months':
      return addMonths(month, -2);
  }
};

/** Returns the weeks of a period. Those of this year continue to its end, because last year's counts are known. */
const countWeeks = (countsByMonday: Counts, period: Period, today: CalendarDate): Week[] => {
  // 28 December is always in the last week of its year.
  const lastDay = period === 'thisYear' ? `${today.slice(0, 4)}-12-28` : today;
  const weeks: Week[] = [];
  for (let monday = startOfWeek(findPeriodStart(period, today)); monday <= lastDay; monday = addDays(monday, 7))
    weeks.push({
      monday,
      ...(monday <= today && { count: countsByMonday[monday] ?? 0 }),
      // 52 weeks earlier.
      countBefore: countsByMonday[addDays(monday, -364)] ?? 0,
    });
  return weeks;
};

const sortByCount = (counts: Counts): NamedCount[] =>
  Object.entries(counts)
    .map(([key, count]) => ({ key, count }))
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));

/** Returns the smallest number of days within which a share of the repairs was completed. */
const findPercentile = (counts: Counts, share: number): number => {
  const days = Object.keys(counts)
    .map(Number)
    .toSorted((a, b) => a - b);
  const target = sum(counts) * share;
  let total = 0;
  return days.find((day) => (total += counts[day] ?? 0) >= target) ?? 0;
};

const toSpread = (counts: Counts): Spread | undefined =>
  sum(counts) === 0
    ? undefined
    : { half: findPercentile(counts, 0.5), nineOfTen: findPercentile(counts, 0.9), count: sum(counts) };

/** For each interval, by the month (YYYY-MM) in which it ended: numbers of repairs by the number of days that it took. */
type DaysByMonth = Readonly<Record<Interval, Readonly<Record<string, Counts>>>>;

/** Adds up the repairs of all stores and booking months, without intervals that ended before `firstMonth`. */
const addDaysByMonth = (repairs: readonly DaysByMonth[], firstMonth: string): DaysByMonth => {
  const addInterval = (interval: Interval) => {
    const total: Record<string, Record<string, number>> = {};
    for (const counts of repairs)
      for (const [month, days] of Object.entries(counts[interval]))
        if (month >= firstMonth) addTo((total[month] ??= {}), days);
    return total;
  };
  return {
    rma: addInterval('rma'),
    receipt: addInterval('receipt'),
    dispatch: addInterval('dispatch'),
    repair: addInterval('repair'),
  };
};

const toTurnaround = (toCounts: (interval: Interval) => Counts): Turnaround =>
  Object.fromEntries(
    intervals.flatMap((interval) => {
      const spread = toSpread(toCounts(interval));
      return spread ? [[interval, spread]] : [];
    }),
  );

const summarizeTurnaround = (repairs: readonly DaysByMonth[], firstMonth: string) => {
  const days = addDaysByMonth(repairs, firstMonth);
  const months = [...new Set(intervals.flatMap((interval) => Object.keys(days[interval])))].toSorted();
  return {
    total: toTurnaround((interval) => addAll(Object.values(days[interval]))),
    months: months.map((month) => ({ month, ...toTurnaround((interval) => days[interval][month] ?? {}) })),
  };
};

/** Returns the open repairs by state, and how many of them are past their deadline. */
const summarizeOpen = (repairs: readonly Pick<RepairCounts, 'states' | 'due'>[], today: CalendarDate): OpenState[] => {
  const counts = addAll(repairs.map(({ states }) => states));
  const late = addAll(
    repairs.flatMap(({ due }) => Object.entries(due).flatMap(([by, states]) => (by < today ? [states] : []))),
  );
  return repairStates.filter(isOpen).map((state) => ({ state, count: counts[state] ?? 0, late: late[state] ?? 0 }));
};

const summarizeRepairs = (
  months: readonly (StoreMonthCounts & { readonly repairs: RepairCounts })[],
  period: Period,
  today: CalendarDate,
): RepairsOverview => {
  const firstMonth = findPeriodStart(period, today).slice(0, 7);
  const repairs = months.map((month) => month.repairs);
  const periodRepairs = months.filter(({ month }) => month >= firstMonth).map((month) => month.repairs);
  return {
    weeks: countWeeks(addAll(repairs.map(({ weeks }) => weeks)), period, today),
    open: summarizeOpen(repairs, today),
    products: sortByCount(addAll(periodRepairs.map(({ products }) => products))),
    issues: sortByCount(addAll(periodRepairs.map(({ issues }) => issues))),
    turnaround: summarizeTurnaround(repairs, firstMonth),
    returnedUnrepaired: periodRepairs.reduce((total, { states }) => total + (states['returnedUnrepaired'] ?? 0), 0),
  };
};

const hasRepairs = (month: StoreMonthCounts): month is StoreMonthCounts & { readonly repairs: RepairCounts } =>
  month.repairs !== undefined;

const summarizeStore = (
  store: Store,
  months: readonly StoreMonthCounts[],
  period: Period,
  today: CalendarDate,
): StoreFigures => {
  const firstMonth = findPeriodStart(period, today).slice(0, 7);
  const repairs = months.filter(hasRepairs).map((month) => month.repairs);
  const open = summarizeOpen(repairs, today);
  const { repair } = summarizeTurnaround(repairs, firstMonth).total;
  const periodMonths = months.filter(({ month }) => month >= firstMonth);
  const countBooked = (kind: 'repairs' | 'returns') =>
    periodMonths.reduce((total, month) => total + sum(month[kind]?.weeks ?? {}), 0);
  return {
    ...store,
    repairs: countBooked('repairs'),
    returns: countBooked('returns'),
    open: open.reduce((total, { count }) => total + count, 0),
    late: open.reduce((total, { late }) => total + late, 0),
    ...(repair && { repair }),
  };
};

type Scope = {
  readonly period: Period;
  readonly today: CalendarDate;
  readonly showsRepairs: boolean;
  readonly showsReturns: boolean;
  /** All stores of the region; undefined for one store. */
  readonly stores: readonly Store[] | undefined;
};

/** Summarizes the counts of a region or store for its overview. */
export const summarizeMonths = (
  months: readonly StoreMonthCounts[],
  { period, today, showsRepairs, showsReturns, stores }: Scope,
): Overview => {
  const monthsByStore = Map.groupBy(months, ({ storeId }) => storeId);
  const returnWeeks = addAll(months.flatMap(({ returns }) => (returns ? [returns.weeks] : [])));
  return {
    today,
    ...(showsRepairs && { repairs: summarizeRepairs(months.filter(hasRepairs), period, today) }),
    ...(showsReturns && { returns: { weeks: countWeeks(returnWeeks, period, today) } }),
    ...(stores && {
      stores: stores.map((store) => summarizeStore(store, monthsByStore.get(store.storeId) ?? [], period, today)),
    }),
  };
};
