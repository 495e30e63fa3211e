import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { daysBetween, toCalendarDate } from '#shared/dates/dates.ts';

/**
 * Days on which a record reached a stage, in its region's calendar, for the statistics. `entries` is the number of
 * timeline entries, which grows with each change.
 */
export const milestones = z.object({
  entries: z.int(),
  rma: z.optional(field.calendarDate),
  received: z.optional(field.calendarDate),
  dispatched: z.optional(field.calendarDate),
  /** Days between receipt and dispatch on which the provider waited for the answer to a fee quote. */
  waitingDays: z.optional(z.int()),
});
export type Milestones = z.output<typeof milestones>;

type Entry = { readonly type: string; readonly at: string; readonly status?: string };

/** Counts the days on which a quote was unanswered. */
const countWaitingDays = (timeline: readonly Entry[], toDay: (entry: Entry) => CalendarDate): number =>
  timeline.reduce((days, entry, index) => {
    const answer = timeline.slice(index + 1).find(({ type }) => type === 'status' || type === 'withdrawn');
    return entry.status === 'quoted' && answer ? days + daysBetween(toDay(entry), toDay(answer)) : days;
  }, 0);

/** Finds the milestones in a timeline, which is in chronological order. */
export const findMilestones = (timeline: readonly Entry[], timeZone: string): Milestones => {
  const toDay = ({ at }: Entry) => toCalendarDate(new Date(at), timeZone);
  const rmaEntry = timeline.find(({ type }) => type === 'rmaAssigned');
  const receivedIndex = timeline.findIndex(({ status }) => status === 'received');
  const dispatchedIndex = timeline.findIndex(({ status }, index) => status === 'dispatched' && index > receivedIndex);
  const receivedEntry = timeline[receivedIndex];
  const dispatchedEntry = timeline[dispatchedIndex];
  const repairEntries = receivedEntry && dispatchedEntry ? timeline.slice(receivedIndex, dispatchedIndex + 1) : [];
  const waitingDays = countWaitingDays(repairEntries, toDay);
  return {
    entries: timeline.length,
    ...(rmaEntry && { rma: toDay(rmaEntry) }),
    ...(receivedEntry && { received: toDay(receivedEntry) }),
    ...(dispatchedEntry && { dispatched: toDay(dispatchedEntry) }),
    ...(waitingDays > 0 && { waitingDays }),
  };
};
