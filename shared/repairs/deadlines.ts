import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionCalendar } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays, addMonths, addWorkingDays, toCalendarDate, daysBetween } from '#shared/dates/dates.ts';
import { calculateRmaDeadline } from '#shared/records/rma-number-deadline.ts';
import type { ProviderState, RepairEntry } from './lifecycle.ts';
import { endStates } from './lifecycle.ts';

/** Deadlines of a repair, from the terms of service. */
export const deadlineNames = ['rma', 'feeAnswer', 'target', 'cancellation', 'arrival', 'warranty'] as const;
export type DeadlineName = (typeof deadlineNames)[number];

const actors = ['customer', 'provider', 'store'] as const;

/**
 * Deadline of a repair: `from` is its first day, `by` its last day (inclusive), and `on` the day on which it was settled.
 * `kept` means settled in time, `broken` without `on` means overdue, and `over` means that the deadline no longer applies.
 * While it is paused, `by` assumes that it resumes today. `isAbout` marks a parcel's deadline as approximate, because it
 * skips the public holidays of all countries of the region.
 */
export const repairDeadline = z.object({
  name: z.enum(deadlineNames),
  who: z.readonly(z.array(z.enum(actors))),
  from: field.calendarDate,
  by: field.calendarDate,
  state: z.enum(['running', 'paused', 'kept', 'broken', 'over']),
  on: z.optional(field.calendarDate),
  isAbout: z.optional(z.boolean()),
});
export type RepairDeadline = z.output<typeof repairDeadline>;

export const nextDeadline = z.object({
  promise: z.enum(deadlineNames),
  by: field.calendarDate,
  who: z.readonly(z.array(z.enum(actors))),
});
export type UpcomingDeadline = z.output<typeof nextDeadline>;

/**
 * Filters of lists by deadline: parcels that the store has to send (`send`), deadlines that have passed, are today,
 * within seven days (`week`) or at any time, and missing parcels (`complaint`, see `limits.complaintDays`). RMA
 * deadlines are filtered by state instead.
 */
export const deadlineFilters = ['send', 'overdue', 'today', 'week', 'all', 'complaint'] as const;
export type DeadlineFilter = (typeof deadlineFilters)[number];

type Timeline = readonly RepairEntry[];

type Rule = {
  readonly who: readonly (typeof actors)[number][];
  /** Index of the timeline entry that starts the deadline; -1 if it has not started. */
  readonly findStartIndex: (timeline: Timeline) => number;
  readonly getOutcome: (entry: RepairEntry) => 'kept' | 'over' | undefined;
  readonly getLastDay: (from: CalendarDate, calendar: RegionCalendar, timeline: Timeline) => CalendarDate;
  /** States whose `dueAt` replaces the last day. */
  readonly overridingStates: readonly ProviderState[];
  /** State of a deadline that was not settled by its last day. */
  readonly lapsedState: 'broken' | 'over';
  readonly pausesWhileQuoted?: true;
};

const getStatus = (entry: RepairEntry) => (entry.type === 'status' ? entry.status : undefined);
const hasStatus = (entry: RepairEntry, states: readonly ProviderState[]) =>
  entry.type === 'status' && states.includes(entry.status);
/** States in which a parcel leaves the repair service. */
const returnStates: readonly ProviderState[] = ['dispatched', 'returnedUnrepaired'];
const isEndOfRepair = (entry: RepairEntry) => entry.type === 'withdrawn' || hasStatus(entry, endStates);
const findFirstIndex = (timeline: Timeline, state: ProviderState) =>
  timeline.findIndex((entry) => getStatus(entry) === state);
const findLastIndex = (timeline: Timeline, state: ProviderState) =>
  timeline.findLastIndex((entry) => getStatus(entry) === state);

/** Returns whether the customer gets a replacement device, according to the latest `repaired` or `dispatched` event with this field. */
const isReplaced = (timeline: Timeline) =>
  timeline.reduce(
    (isReplacement, entry) =>
      entry.type === 'status' && hasStatus(entry, ['repaired', 'dispatched'])
        ? (entry.isReplacement ?? isReplacement)
        : isReplacement,
    false,
  );

/**
 * Rules by deadline. Durations and quotations are from the terms of service (`limits.terms`), except for the RMA
 * number, which has the provider's usual time.
 */
const rules: Readonly<Record<DeadlineName, Rule>> = {
  rma: {
    who: ['provider'],
    findStartIndex: (timeline) => timeline.findIndex(({ type }) => type === 'booked'),
    getOutcome: (entry) => (entry.type === 'rmaAssigned' ? 'kept' : isEndOfRepair(entry) ? 'over' : undefined),
    getLastDay: calculateRmaDeadline,
    overridingStates: [],
    lapsedState: 'broken',
  },
  /** "If there is no reply within 30 days of the email stating the fee, the product is returned to you unrepaired." */
  feeAnswer: {
    who: ['customer'],
    findStartIndex: (timeline) => findLastIndex(timeline, 'quoted'),
    getOutcome: ({ type }) => (type === 'status' ? 'kept' : type === 'withdrawn' ? 'over' : undefined),
    getLastDay: (from) => addDays(from, limits.terms.feeReplyDays),
    overridingStates: ['quoted'],
    lapsedState: 'broken',
  },
  /**
   * "The provider aims to complete a repair within 10 days. This is a target and not a guaranteed date." It starts at
   * the receipt, because before that the product may still be in the store.
   */
  target: {
    who: ['provider'],
    findStartIndex: (timeline) => findFirstIndex(timeline, 'received'),
    getOutcome: (entry) =>
      hasStatus(entry, ['repaired', 'dispatched']) ? 'kept' : isEndOfRepair(entry) ? 'over' : undefined,
    getLastDay: (from) => addDays(from, limits.terms.targetRepairDays),
    overridingStates: ['confirmed', 'received', 'assessed'],
    lapsedState: 'broken',
    pausesWhileQuoted: true,
  },
  /** "You may cancel the contract within 14 days of the email confirming that the repair has started […]. You can no longer cancel once the service has been completed." */
  cancellation: {
    who: ['customer'],
    findStartIndex: (timeline) => findFirstIndex(timeline, 'confirmed'),
    getOutcome: (entry) => (hasStatus(entry, ['repaired']) || isEndOfRepair(entry) ? 'over' : undefined),
    getLastDay: (from) => addDays(from, limits.terms.cancellationDays),
    overridingStates: [],
    lapsedState: 'over',
  },
  /** "If the product has not arrived after 10 working days, please report this." Arrivals are not reported. */
  arrival: {
    who: ['customer', 'store'],
    findStartIndex: (timeline) => timeline.findLastIndex((entry) => hasStatus(entry, returnStates)),
    getOutcome: ({ type }) => (type === 'status' || type === 'withdrawn' ? 'over' : undefined),
    getLastDay: (from, { isHoliday }) => addWorkingDays(from, limits.terms.deliveryComplaintWorkingDays, isHoliday),
    overridingStates: returnStates,
    lapsedState: 'over',
  },
  /** "A repaired product carries an extended warranty of 12 months from its return to you. A refurbished product supplied as a replacement carries a warranty of 24 months from its delivery." */
  warranty: {
    who: [],
    findStartIndex: (timeline) => {
      const dispatchIndex = findLastIndex(timeline, 'dispatched');
      const earlierEntries = timeline.slice(0, dispatchIndex);
      return findFirstIndex(earlierEntries, 'repaired') !== -1 || isReplaced(timeline) ? dispatchIndex : -1;
    },
    getOutcome: () => undefined,
    getLastDay: (from, _, timeline) =>
      addMonths(
        from,
        isReplaced(timeline) ? limits.terms.refurbishedWarrantyMonths : limits.terms.extendedWarrantyMonths,
      ),
    overridingStates: [],
    lapsedState: 'over',
  },
};

/**
 * Returns the periods in which a quote was unanswered. `index` is that of the quote; `to` is undefined if there is no
 * answer yet.
 */
const findQuotePeriods = (timeline: Timeline, toDay: (entry: RepairEntry) => CalendarDate) =>
  timeline.flatMap((entry, index) => {
    if (getStatus(entry) !== 'quoted') return [];
    const answer = timeline.slice(index + 1).find(({ type }) => type === 'status' || type === 'withdrawn');
    return [{ index, from: toDay(entry), to: answer && toDay(answer) }];
  });

const calculateDeadline = (
  name: DeadlineName,
  timeline: Timeline,
  calendar: RegionCalendar,
  today: CalendarDate,
): RepairDeadline | undefined => {
  const rule = rules[name];
  const toDay = ({ at }: RepairEntry) => toCalendarDate(new Date(at), calendar.timeZone);
  const startIndex = rule.findStartIndex(timeline);
  const startEntry = timeline[startIndex];
  if (!startEntry) return undefined;
  const from = toDay(startEntry);

  // The RMA number may be dated minutes before the booking because of clock skew.
  const settledIndex = timeline.findIndex(
    (entry, index) => (name === 'rma' || index > startIndex) && rule.getOutcome(entry) !== undefined,
  );
  const settledEntry = timeline[settledIndex];
  const earlierEntries = settledEntry ? timeline.slice(0, settledIndex) : timeline;

  // The provider's latest date applies, unless it belongs to an earlier quote or parcel, or had passed when it was
  // reported or when the deadline started.
  const overrideIndex = earlierEntries.findLastIndex(
    (entry, index) =>
      (index >= startIndex || rule.pausesWhileQuoted === true) &&
      entry.type === 'status' &&
      entry.dueAt !== undefined &&
      entry.dueAt >= from &&
      entry.dueAt >= toDay(entry) &&
      rule.overridingStates.includes(entry.status),
  );
  const overrideEntry = earlierEntries[overrideIndex];
  const overrideDate = overrideEntry?.type === 'status' ? overrideEntry.dueAt : undefined;
  let lastDay = overrideDate ?? rule.getLastDay(from, calendar, timeline);
  let isPaused = false;
  if (rule.pausesWhileQuoted) {
    const lastIgnoredIndex = overrideDate === undefined ? startIndex : overrideIndex;
    for (const period of findQuotePeriods(earlierEntries, toDay).filter(({ index }) => index > lastIgnoredIndex)) {
      // A deadline that was already missed is not extended.
      if (lastDay < period.from) break;
      // For the last quote, the entry that settled the deadline is the answer.
      const to = period.to ?? (settledEntry && toDay(settledEntry));
      isPaused = to === undefined;
      lastDay = addDays(lastDay, Math.max(0, daysBetween(period.from, to ?? today)));
    }
  }

  const on = settledEntry && toDay(settledEntry);
  const outcome = settledEntry && rule.getOutcome(settledEntry);
  const isLate = (on ?? today) > lastDay;
  const state = isPaused ? 'paused' : isLate ? rule.lapsedState : (outcome ?? 'running');
  return {
    name,
    who: rule.who,
    from,
    by: lastDay,
    state,
    ...(on !== undefined && { on }),
    ...(name === 'arrival' && overrideDate === undefined && calendar.isApproximate && { isAbout: true }),
  };
};

/**
 * Calculates the deadlines of a repair that have started, settled or not, in the order of `deadlineNames`. `today` is a
 * day of the region's calendar.
 */
export const calculateDeadlines = (
  timeline: Timeline,
  calendar: RegionCalendar,
  today: CalendarDate,
): RepairDeadline[] => deadlineNames.flatMap((name) => calculateDeadline(name, timeline, calendar, today) ?? []);

/**
 * Priority of deadlines: a repair does not continue before the customer has answered the fee quote, and the RMA number
 * matters only if no other deadline is open.
 */
const priority = ['feeAnswer', 'target', 'arrival', 'rma'] as const satisfies readonly DeadlineName[];

/**
 * Returns the running or overdue deadline with the highest priority. Cancellation and warranty require no action, so
 * they are never returned.
 */
export const findNextDeadline = (deadlines: readonly RepairDeadline[]): UpcomingDeadline | undefined => {
  const openDeadlines = deadlines.filter(
    ({ state, on }) => state === 'running' || (state === 'broken' && on === undefined),
  );
  const [next] = priority.flatMap((name) => openDeadlines.find((deadline) => deadline.name === name) ?? []);
  return next && { promise: next.name, by: next.by, who: next.who };
};
