import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';

type SentRecord = {
  readonly state: string;
  readonly timeline: readonly { readonly type: string; readonly at: string; readonly status?: string }[];
};

/**
 * Returns the day from which a store can send a record's parcel: that of its RMA number, which the parcel must show.
 * Undefined before it, and once the provider reports more than the confirmation of the order.
 */
export const findSendDay = ({ state, timeline }: SentRecord, timeZone: string): CalendarDate | undefined => {
  if (state !== 'registered' && state !== 'confirmed') return undefined;
  if (timeline.some(({ type, status }) => type === 'status' && status !== 'confirmed')) return undefined;
  const rmaEntry = timeline.findLast(({ type }) => type === 'rmaAssigned');
  return rmaEntry && toCalendarDate(new Date(rmaEntry.at), timeZone);
};
