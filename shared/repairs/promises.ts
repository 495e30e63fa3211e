import * as z from 'zod/mini';
import type { RegionCalendar } from '#shared/calendars.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { addDays, addMonths, addWorkingDays, calendarDate, daysBetween } from '#shared/dates.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { rmaDeadline } from '#shared/records/rma-deadline.ts';
import type { ProviderState, RepairEntry } from './lifecycle.ts';
import { endStates } from './lifecycle.ts';

/** THE promises and deadlines of a repair, as the terms of service give them. */
export const promiseNames = ['rma', 'feeAnswer', 'target', 'cancellation', 'arrival', 'warranty'] as const;
export type PromiseName = (typeof promiseNames)[number];

const actors = ['customer', 'provider', 'store'] as const;

/**
 * `from` is the day it runs from, `by` its last day, which counts in full; `on` is the day on which it was settled. Broken without `on`
 * is overdue. While it is paused, `by` is as if it went on today. `isAbout`: a parcel's `by` leaves out the holidays of several countries.
 */
export const repairPromise = z.object({
  name: z.enum(promiseNames),
  who: z.readonly(z.array(z.enum(actors))),
  from: field.calendarDate,
  by: field.calendarDate,
  state: z.enum(['running', 'paused', 'kept', 'broken', 'over']),
  on: z.optional(field.calendarDate),
  isAbout: z.optional(z.boolean()),
});
export type RepairPromise = z.output<typeof repairPromise>;

export const nextPromise = z.object({
  promise: z.enum(promiseNames),
  by: field.calendarDate,
  who: z.readonly(z.array(z.enum(actors))),
});
export type NextPromise = z.output<typeof nextPromise>;

/** Days gone by, today, these seven, any; or parcels to be reported (`limits.complaintDays`). RMAs are listed by state. */
export const dueFilters = ['overdue', 'today', 'week', 'all', 'complaint'] as const;
export type DueFilter = (typeof dueFilters)[number];

type Timeline = readonly RepairEntry[];

type Rule = {
  readonly who: readonly (typeof actors)[number][];
  /** Where in the timeline it begins; -1 where it doesn't. */
  readonly beginsAt: (timeline: Timeline) => number;
  readonly settledBy: (entry: RepairEntry) => 'kept' | 'over' | undefined;
  readonly lastDay: (from: CalendarDate, calendar: RegionCalendar, timeline: Timeline) => CalendarDate;
  /** The reports whose `dueAt` is its last day instead. */
  readonly datedBy: readonly ProviderState[];
  /** What it is when its last day has passed and nothing has settled it. */
  readonly lapsed: 'broken' | 'over';
  readonly pausesWhileQuoted?: true;
};

const statusOf = (entry: RepairEntry) => (entry.type === 'status' ? entry.status : undefined);
const isOneOf = (entry: RepairEntry, states: readonly ProviderState[]) =>
  entry.type === 'status' && states.includes(entry.status);
/** The states with which a parcel leaves the repair service. */
const sentBack: readonly ProviderState[] = ['dispatched', 'returnedUnrepaired'];
const hasEnded = (entry: RepairEntry) => entry.type === 'withdrawn' || isOneOf(entry, endStates);
const first = (timeline: Timeline, state: ProviderState) => timeline.findIndex((entry) => statusOf(entry) === state);
const last = (timeline: Timeline, state: ProviderState) => timeline.findLastIndex((entry) => statusOf(entry) === state);

/** As the last report says that may: `repaired` or `dispatched`. */
const isReplaced = (timeline: Timeline) =>
  timeline.reduce(
    (isSo, entry) =>
      entry.type === 'status' && isOneOf(entry, ['repaired', 'dispatched']) ? (entry.isReplacement ?? isSo) : isSo,
    false,
  );

/** A row for each promise; the figures and their sentences are in the terms of service (`limits.terms`), but for the RMA number's, which is the usual time. */
const rules: Readonly<Record<PromiseName, Rule>> = {
  rma: {
    who: ['provider'],
    beginsAt: (timeline) => timeline.findIndex(({ type }) => type === 'booked'),
    settledBy: (entry) => (entry.type === 'rmaAssigned' ? 'kept' : hasEnded(entry) ? 'over' : undefined),
    lastDay: rmaDeadline,
    datedBy: [],
    lapsed: 'broken',
  },
  /** "If there is no reply within 30 days of the email stating the fee, the product is returned to you unrepaired." */
  feeAnswer: {
    who: ['customer'],
    beginsAt: (timeline) => last(timeline, 'quoted'),
    settledBy: ({ type }) => (type === 'status' ? 'kept' : type === 'withdrawn' ? 'over' : undefined),
    lastDay: (from) => addDays(from, limits.terms.feeReplyDays),
    datedBy: ['quoted'],
    lapsed: 'broken',
  },
  /** "The provider aims to complete a repair within 10 days. This is a target and not a guaranteed date." It runs from receipt: before, the product may still be in the store. */
  target: {
    who: ['provider'],
    beginsAt: (timeline) => first(timeline, 'received'),
    settledBy: (entry) => (isOneOf(entry, ['repaired', 'dispatched']) ? 'kept' : hasEnded(entry) ? 'over' : undefined),
    lastDay: (from) => addDays(from, limits.terms.targetRepairDays),
    datedBy: ['confirmed', 'received', 'assessed'],
    lapsed: 'broken',
    pausesWhileQuoted: true,
  },
  /** "You may cancel the contract within 14 days of the email confirming that the repair has started […]. You can no longer cancel once the service has been completed." */
  cancellation: {
    who: ['customer'],
    beginsAt: (timeline) => first(timeline, 'confirmed'),
    settledBy: (entry) => (isOneOf(entry, ['repaired']) || hasEnded(entry) ? 'over' : undefined),
    lastDay: (from) => addDays(from, limits.terms.cancellationDays),
    datedBy: [],
    lapsed: 'over',
  },
  /** "If the product has not arrived after 10 working days, please report this." Nobody reports that it has. */
  arrival: {
    who: ['customer', 'store'],
    beginsAt: (timeline) => timeline.findLastIndex((entry) => isOneOf(entry, sentBack)),
    settledBy: ({ type }) => (type === 'status' || type === 'withdrawn' ? 'over' : undefined),
    lastDay: (from, { isHoliday }) => addWorkingDays(from, limits.terms.deliveryComplaintWorkingDays, isHoliday),
    datedBy: sentBack,
    lapsed: 'over',
  },
  /** "A repaired product carries an extended warranty of 12 months from its return to you. A refurbished product supplied as a replacement carries a warranty of 24 months from its delivery." */
  warranty: {
    who: [],
    beginsAt: (timeline) => {
      const dispatched = last(timeline, 'dispatched');
      const before = timeline.slice(0, dispatched);
      return first(before, 'repaired') !== -1 || isReplaced(timeline) ? dispatched : -1;
    },
    settledBy: () => undefined,
    lastDay: (from, _, timeline) =>
      addMonths(
        from,
        isReplaced(timeline) ? limits.terms.refurbishedWarrantyMonths : limits.terms.extendedWarrantyMonths,
      ),
    datedBy: [],
    lapsed: 'over',
  },
};

/** The spans of days in which a fee quote waited for its answer; the last one may have no end yet. */
const quotesOf = (timeline: Timeline, dayOf: (entry: RepairEntry) => CalendarDate) =>
  timeline.flatMap((entry, place) => {
    if (statusOf(entry) !== 'quoted') return [];
    const answer = timeline.slice(place + 1).find(({ type }) => type === 'status' || type === 'withdrawn');
    return [{ place, from: dayOf(entry), to: answer && dayOf(answer) }];
  });

const promiseOf = (
  name: PromiseName,
  timeline: Timeline,
  calendar: RegionCalendar,
  today: CalendarDate,
): RepairPromise | undefined => {
  const rule = rules[name];
  const dayOf = ({ at }: RepairEntry) => calendarDate(new Date(at), calendar.timeZone);
  const begin = rule.beginsAt(timeline);
  const beginning = timeline[begin];
  if (!beginning) return undefined;
  const from = dayOf(beginning);

  // An RMA number may be dated minutes before its booking: clocks differ.
  const settling = timeline.findIndex(
    (entry, place) => (name === 'rma' || place > begin) && rule.settledBy(entry) !== undefined,
  );
  const settled = timeline[settling];
  const before = settled ? timeline.slice(0, settling) : timeline;

  // The last word counts; of a quote or a parcel before this one none does. Nor does a day that had passed when it was reported, or when the promise began.
  const dating = before.findLastIndex(
    (entry, place) =>
      (place >= begin || rule.pausesWhileQuoted === true) &&
      entry.type === 'status' &&
      entry.dueAt !== undefined &&
      entry.dueAt >= from &&
      entry.dueAt >= dayOf(entry) &&
      rule.datedBy.includes(entry.status),
  );
  const dated = before[dating];
  const given = dated?.type === 'status' ? dated.dueAt : undefined;
  let by = given ?? rule.lastDay(from, calendar, timeline);
  let isPaused = false;
  if (rule.pausesWhileQuoted) {
    const place = given === undefined ? begin : dating;
    for (const quote of quotesOf(before, dayOf).filter((one) => one.place > place)) {
      // What was late already gets no later.
      if (by < quote.from) break;
      // Of the last quote, what settled the promise was the answer.
      const to = quote.to ?? (settled && dayOf(settled));
      isPaused = to === undefined;
      by = addDays(by, Math.max(0, daysBetween(quote.from, to ?? today)));
    }
  }

  const on = settled && dayOf(settled);
  const outcome = settled && rule.settledBy(settled);
  const isLate = (on ?? today) > by;
  const state = isPaused ? 'paused' : isLate ? rule.lapsed : (outcome ?? 'running');
  return {
    name,
    who: rule.who,
    from,
    by,
    state,
    ...(on !== undefined && { on }),
    ...(name === 'arrival' && given === undefined && calendar.isAbout && { isAbout: true }),
  };
};

/** The promises of a repair that have begun by a day of its region's calendar, whatever becomes of them, in the table's order. */
export const promisesOf = (timeline: Timeline, calendar: RegionCalendar, today: CalendarDate): RepairPromise[] =>
  promiseNames.flatMap((name) => promiseOf(name, timeline, calendar, today) ?? []);

/** In the order in which they are seen to: nothing goes on before a fee is answered, and an RMA number is missed only as long as nothing else is. */
const seenTo = ['feeAnswer', 'target', 'arrival', 'rma'] as const satisfies readonly PromiseName[];

/** What has to be seen to first of what runs or is overdue. A cancellation is nobody's duty, and a warranty is not waited for. */
export const nextOf = (promises: readonly RepairPromise[]): NextPromise | undefined => {
  const open = promises.filter(({ state, on }) => state === 'running' || (state === 'broken' && on === undefined));
  const [next] = seenTo.flatMap((name) => open.find((promise) => promise.name === name) ?? []);
  return next && { promise: next.name, by: next.by, who: next.who };
};
