import type { RepairState } from '#shared/repairs/states.ts';
import { providerStates } from '#shared/repairs/states.ts';
import type { Timeline, TimelineEntry } from './timeline.ts';

const eventIdOf = (entry: TimelineEntry) => ('eventId' in entry ? entry.eventId : '');

const rankOf = (entry: TimelineEntry) => (entry.type === 'status' ? providerStates.indexOf(entry.status) : -1);

// Not as a language sorts: to it, texts that differ can be equal.
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const byTime = (one: TimelineEntry, other: TimelineEntry) =>
  compare(one.at, other.at) || rankOf(one) - rankOf(other) || compare(eventIdOf(one), eventIdOf(other));

/** The timeline with one more entry, in the order in which things happened; an event that it holds already changes nothing. */
export const withEntry = (timeline: Timeline, entry: TimelineEntry): TimelineEntry[] => {
  const eventId = eventIdOf(entry);
  const isKnown = eventId !== '' && timeline.some((known) => eventIdOf(known) === eventId);
  return isKnown ? [...timeline] : [...timeline, entry].toSorted(byTime);
};

/** The RMA number assigned last; null while there is none ("Pending"). In whatever order events arrive, the outcome is the same. */
export const rmaOf = (timeline: Timeline): string | null =>
  timeline.reduce<string | null>((rma, entry) => (entry.type === 'rmaAssigned' ? entry.rma : rma), null);

/** What happened last decides: a report that arrives late is kept, but changes nothing any more. */
export const stateOf = (timeline: Timeline): RepairState => {
  const last = timeline.findLast(({ type }) => type === 'status' || type === 'withdrawn');
  if (last?.type === 'status') return last.status;
  if (last?.type === 'withdrawn') return 'withdrawn';
  return rmaOf(timeline) === null ? 'submitted' : 'registered';
};
