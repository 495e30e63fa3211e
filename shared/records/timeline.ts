import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';

/**
 * Fields of an entry for an action of the store: `at` is the time of the action, `by` the email address of the user.
 */
export const storeEventFields = { at: field.instant, by: z.string() };
/**
 * Fields of an entry for a provider event: `eventId` is assigned by the back office and used to ignore duplicates.
 * `recordedAt` is when the portal stored it, which may be long after `at`; absent in entries from before the portal
 * had a list of news.
 */
export const providerEventFields = { at: field.instant, eventId: z.string(), recordedAt: z.optional(field.instant) };

/** Timeline entries of every kind of record; each kind adds its own. */
export const recordEntries = [
  z.object({ type: z.literal('booked'), ...storeEventFields }),
  z.object({ type: z.literal('withdrawn'), ...storeEventFields }),
  z.object({ type: z.literal('rmaAssigned'), ...providerEventFields, rma: z.string() }),
] as const;

type Entry = { readonly type: string; readonly at: string; readonly eventId?: string };

/** Rank of an entry among entries of the same instant; equal ranks are ordered by event id. */
export type EntryRank<E> = (entry: E) => number;

// `localeCompare` would treat some different strings as equal.
const compare = (a: string, b: string) => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/**
 * Inserts an entry into a timeline in chronological order. Idempotent: an event that the timeline already contains is
 * ignored.
 */
export const insertEntry = <E extends Entry>(timeline: readonly E[], entry: E, rankEntry: EntryRank<E>): E[] => {
  const { eventId } = entry;
  if (eventId !== undefined && timeline.some((existingEntry) => existingEntry.eventId === eventId))
    return [...timeline];
  return [...timeline, entry].toSorted(
    (a, b) => compare(a.at, b.at) || rankEntry(a) - rankEntry(b) || compare(a.eventId ?? '', b.eventId ?? ''),
  );
};

type Timeline = readonly { readonly type: string; readonly by?: string; readonly rma?: string }[];

/**
 * Returns the RMA number assigned last; null while it is pending. Independent of the order in which events
 * arrive.
 */
export const findRma = (timeline: Timeline): string | null =>
  timeline.findLast(({ type }) => type === 'rmaAssigned')?.rma ?? null;

/** Returns whether the store withdrew the record; later provider events do not undo this. */
export const isWithdrawn = ({ timeline }: { readonly timeline: Timeline }): boolean =>
  timeline.some(({ type }) => type === 'withdrawn');

/** Returns the email address of the user who booked the record. */
export const findBooker = (timeline: Timeline): string | undefined =>
  timeline.find(({ type }) => type === 'booked')?.by;

/** Reasons why a store cannot correct or withdraw a record. */
export type ChangeRejection = 'withdrawn' | 'notPending' | 'correctedTooOften';

type RecordState = { readonly rma: string | null; readonly state: string; readonly timeline: Timeline };

export const countCorrections = (timeline: Timeline) => timeline.filter(({ type }) => type === 'corrected').length;

/**
 * Rule for changes by the store: possible only before an RMA is assigned and before any provider event. Returns
 * undefined if the change is allowed.
 */
export const changeRejection = {
  withdraw: (record: RecordState): ChangeRejection | undefined => {
    if (record.state === 'withdrawn' || isWithdrawn(record)) return 'withdrawn';
    return record.rma === null && record.state === 'submitted' ? undefined : 'notPending';
  },
  correct: (record: RecordState): ChangeRejection | undefined =>
    changeRejection.withdraw(record) ??
    (countCorrections(record.timeline) < limits.correctionsPerRecord ? undefined : 'correctedTooOften'),
} as const;
