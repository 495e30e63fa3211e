import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';

type RecordProgress = {
  readonly state: string;
  readonly timeline: readonly { readonly type: string; readonly at: string; readonly status?: string }[];
};

/**
 * Returns the day from which a store can send a record's parcel: the day on which the RMA number was assigned, because
 * the parcel must show the number. Returns undefined before that day, and once the provider reports any state after
 * `confirmed`.
 */
export const findSendDay = ({ state, timeline }: RecordProgress, timeZone: string): CalendarDate | undefined => {
  if (state !== 'registered' && state !== 'confirmed') return undefined;
  if (timeline.some(({ type, status }) => type === 'status' && status !== 'confirmed')) return undefined;
  const rmaEntry = timeline.findLast(({ type }) => type === 'rmaAssigned');
  return rmaEntry && toCalendarDate(new Date(rmaEntry.at), timeZone);
};
