import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';

/** `at` is when it happened; `by` is the email of whoever did it at the store. */
export const byTheStore = { at: field.instant, by: z.string() };
/** `eventId` is the back office's own: the same event delivered twice counts once. */
export const byTheProvider = { at: field.instant, eventId: z.string() };

/** What can happen to a record of any kind. Each kind adds what happens to it alone. */
export const recordEntries = [
  z.object({ type: z.literal('booked'), ...byTheStore }),
  z.object({ type: z.literal('withdrawn'), ...byTheStore }),
  z.object({ type: z.literal('rmaAssigned'), ...byTheProvider, rma: z.string() }),
] as const;

type Entry = { readonly type: string; readonly at: string; readonly eventId?: string };

/** Among entries of one instant, which comes first; equal ranks are ordered by their event ids. */
export type RankOf<E> = (entry: E) => number;

// Not by localeCompare: to a language, texts that differ can be equal.
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The timeline with one more entry, in the order in which things happened. Idempotent: an event that it holds already changes nothing. */
export const withEntry = <E extends Entry>(timeline: readonly E[], entry: E, rankOf: RankOf<E> = () => 0): E[] => {
  const { eventId } = entry;
  if (eventId !== undefined && timeline.some((known) => known.eventId === eventId)) return [...timeline];
  return [...timeline, entry].toSorted(
    (one, other) =>
      compare(one.at, other.at) || rankOf(one) - rankOf(other) || compare(one.eventId ?? '', other.eventId ?? ''),
  );
};

type Timeline = readonly { readonly type: string; readonly by?: string; readonly rma?: string }[];

/** The RMA number assigned last; null while there is none ("Pending"). In whatever order events arrive, the outcome is the same. */
export const rmaOf = (timeline: Timeline): string | null =>
  timeline.findLast(({ type }) => type === 'rmaAssigned')?.rma ?? null;

/** Whether the store took the record back; what the provider reports afterwards doesn't undo that. */
export const isWithdrawn = ({ timeline }: { readonly timeline: Timeline }): boolean =>
  timeline.some(({ type }) => type === 'withdrawn');

/** The booker's email, as the timeline says. */
export const bookedBy = (timeline: Timeline): string | undefined => timeline.find(({ type }) => type === 'booked')?.by;

/** Why a store cannot correct or withdraw a record (any more). */
export type ChangeRefusal = 'withdrawn' | 'notPending' | 'correctedTooOften';

type Facts = { readonly rma: string | null; readonly state: string; readonly timeline: Timeline };

export const correctionsOf = (timeline: Timeline) => timeline.filter(({ type }) => type === 'corrected').length;

/** THE rule of what a store may still do: only before an RMA is assigned and anything is reported. Undefined means: it may. */
export const changeRefusal = {
  withdraw: (record: Facts): ChangeRefusal | undefined => {
    if (record.state === 'withdrawn' || isWithdrawn(record)) return 'withdrawn';
    return record.rma === null && record.state === 'submitted' ? undefined : 'notPending';
  },
  correct: (record: Facts): ChangeRefusal | undefined =>
    changeRefusal.withdraw(record) ??
    (correctionsOf(record.timeline) < limits.correctionsPerRecord ? undefined : 'correctedTooOften'),
} as const;
