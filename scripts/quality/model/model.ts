import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';

/**
 * Reference model of the records: applies requests one at a time, written independently of the product's rules. It
 * covers one reference of one store with two competing bookings, each with one of three contents.
 */

export const names = ['first', 'second'] as const;
export type Name = (typeof names)[number];

export const contents = ['A', 'B', 'C'] as const;
export type Content = (typeof contents)[number];

/** `at` is in seconds since the start of the run. Only provider events have an event id, and possibly an RMA number. */
export type Entry = {
  readonly at: number;
  readonly what: 'booked' | 'corrected' | 'withdrawn' | 'rmaAssigned' | RepairState;
  readonly event?: string;
  readonly rma?: string;
};

export type Kept = {
  readonly name: Name;
  readonly content: Content;
  readonly version: number;
  readonly timeline: readonly Entry[];
};

export type Told = {
  readonly what: 'Booked' | 'Corrected' | 'Withdrawn';
  readonly name: Name;
  readonly at: number;
  readonly content?: Content;
};

/** State of the model: the current record of the reference, the withdrawn records, and the published events. */
export type World = {
  readonly standing: Kept | undefined;
  readonly aside: Readonly<Partial<Record<Name, Kept>>>;
  readonly told: readonly Told[];
};

export const beginning: World = { standing: undefined, aside: {}, told: [] };

export type Request = { readonly name: Name } & (
  | { readonly does: 'book'; readonly at: number; readonly content: Content }
  | { readonly does: 'correct'; readonly at: number; readonly content: Content; readonly seen: number }
  | { readonly does: 'withdraw'; readonly at: number; readonly seen: number }
  | { readonly does: 'find'; readonly at: number }
  | { readonly does: 'report'; readonly entry: Entry & { readonly event: string } }
);

/** Prefix of a kind's error codes and event names. */
export type Event = 'Repair' | 'Return';

export const rmaOf = ({ timeline }: Kept): string | undefined =>
  timeline.findLast(({ what }) => what === 'rmaAssigned')?.rma;

/**
 * Returns the state given by the last provider event or withdrawal; otherwise `registered` with an RMA number,
 * `submitted` without.
 */
export const stateOf = (record: Kept): string => {
  const last = record.timeline.findLast(({ what }) => !['booked', 'corrected', 'rmaAssigned'].includes(what));
  return last?.what ?? (rmaOf(record) === undefined ? 'submitted' : 'registered');
};

const finalStates = ['repaired', 'dispatched', 'returnedUnrepaired', 'abandoned', 'cancelled', 'withdrawn'];

/**
 * Returns the search term of a repair's deadline: `due` while quoted or in repair, `complaint` once sent back (it may
 * be missing), otherwise undefined.
 */
export const dueOf = (record: Kept): 'due' | 'complaint' | undefined => {
  const state = stateOf(record);
  if (state === 'dispatched' || state === 'returnedUnrepaired') return 'complaint';
  if (state === 'quoted') return 'due';
  const entryTypes = record.timeline.map(({ what }) => what);
  const receivedIndex = entryTypes.indexOf('received');
  return receivedIndex === -1 || entryTypes.slice(receivedIndex).some((type) => finalStates.includes(type))
    ? undefined
    : 'due';
};

type FormattedRecord = Pick<Kept, 'name' | 'version' | 'timeline'> & {
  readonly content: string | undefined;
  readonly state: string;
  readonly rma: string | undefined;
};

/** Formats a record as one line, the form in which answers, rows and the model are compared. */
export const written = ({ name, content, version, state, rma, timeline }: FormattedRecord): string => {
  const entries = timeline.map((entry) => [entry.at, entry.what, entry.rma].filter(Boolean).join(' '));
  return `${name} ${content}, version ${version}, ${state}, RMA ${rma}: ${entries.join('; ')}`;
};

export const lineOf = (record: Kept): string => written({ ...record, state: stateOf(record), rma: rmaOf(record) });

const rank = ({ what }: Entry) => (providerStates as readonly string[]).indexOf(what);

/** Adds an entry to the timeline, which is ordered by time of occurrence, not of arrival. */
const withEntry = (record: Kept, entry: Entry, change: Partial<Kept> = {}): Kept => ({
  ...record,
  ...change,
  version: record.version + 1,
  timeline: [...record.timeline, entry].toSorted(
    (first, second) =>
      first.at - second.at || rank(first) - rank(second) || ((first.event ?? '') < (second.event ?? '') ? -1 : 1),
  ),
});

export const answered = (world: World, request: Request, event: Event): { world: World; answer: string } => {
  const { name } = request;
  const { standing, aside, told } = world;
  const unchanged = (answer: string) => ({ world, answer });

  if (request.does === 'book') {
    const { at, content } = request;
    if (standing?.name === name) return unchanged(lineOf(standing));
    // An id stays bound to its record after a withdrawal.
    if (aside[name]) return unchanged(`${event}Withdrawn`);
    if (standing) return unchanged(`${event}RequestExists`);
    const newRecord: Kept = { name, content, version: 1, timeline: [{ at, what: 'booked' }] };
    return {
      world: { standing: newRecord, aside, told: [...told, { what: 'Booked', name, at, content }] },
      answer: lineOf(newRecord),
    };
  }

  const isCurrent = standing?.name === name;
  const record = isCurrent ? standing : aside[name];
  if (!record) return unchanged(request.does === 'report' ? 'UnknownRecord' : 'NotFound');
  if (request.does === 'find') return unchanged(lineOf(record));

  if (request.does === 'report') {
    const { entry } = request;
    if (record.timeline.some((existing) => existing.event === entry.event)) return unchanged('entered');
    const updated = withEntry(record, entry);
    return {
      world: isCurrent ? { ...world, standing: updated } : { ...world, aside: { ...aside, [name]: updated } },
      answer: 'entered',
    };
  }

  // Already applied, by the same request or by an equivalent one.
  if (request.does === 'correct' && isCurrent && record.content === request.content) return unchanged(lineOf(record));
  if (request.does === 'withdraw' && !isCurrent) return unchanged(lineOf(record));
  if (!isCurrent) return unchanged(`${event}Changed`);
  if (stateOf(record) !== 'submitted') return unchanged(`${event}NotPending`);
  if (record.version !== request.seen) return unchanged(`${event}Changed`);

  const { at } = request;
  if (request.does === 'correct') {
    const { content } = request;
    const correctedRecord = withEntry(record, { at, what: 'corrected' }, { content });
    return {
      world: { ...world, standing: correctedRecord, told: [...told, { what: 'Corrected', name, at, content }] },
      answer: lineOf(correctedRecord),
    };
  }
  const withdrawnRecord = withEntry(record, { at, what: 'withdrawn' });
  return {
    world: {
      standing: undefined,
      aside: { ...aside, [name]: withdrawnRecord },
      told: [...told, { what: 'Withdrawn', name, at }],
    },
    answer: lineOf(withdrawnRecord),
  };
};
