import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';

/**
 * Reference model of the records: applies requests one at a time, written independently of the product's rules. It
 * covers one reference of one store with two competing bookings, each with one of three contents.
 */

export const recordNames = ['first', 'second'] as const;
export type RecordName = (typeof recordNames)[number];

export const contents = ['A', 'B', 'C'] as const;
export type Content = (typeof contents)[number];

/** `at` is in seconds since the start of the run. Only provider events have an event id, and possibly an RMA number. */
export type Entry = {
  readonly at: number;
  readonly what: 'booked' | 'corrected' | 'withdrawn' | 'rmaAssigned' | RepairState;
  readonly event?: string;
  readonly rma?: string;
};

export type ModelRecord = {
  readonly name: RecordName;
  readonly content: Content;
  readonly version: number;
  readonly timeline: readonly Entry[];
};

export type ModelEvent = {
  readonly what: 'Booked' | 'Corrected' | 'Withdrawn';
  readonly name: RecordName;
  readonly at: number;
  readonly content?: Content;
};

/** State of the model: the current record of the reference, the withdrawn records, and the published events. */
export type ModelState = {
  readonly current: ModelRecord | undefined;
  readonly withdrawn: Readonly<Partial<Record<RecordName, ModelRecord>>>;
  readonly events: readonly ModelEvent[];
};

export const initialState: ModelState = { current: undefined, withdrawn: {}, events: [] };

export type Request = { readonly name: RecordName } & (
  | { readonly does: 'book'; readonly at: number; readonly content: Content }
  | { readonly does: 'correct'; readonly at: number; readonly content: Content; readonly seen: number }
  | { readonly does: 'withdraw'; readonly at: number; readonly seen: number }
  | { readonly does: 'find'; readonly at: number }
  | { readonly does: 'report'; readonly entry: Entry & { readonly event: string } }
);

/** Prefix of a kind's error codes and event names. */
export type KindPrefix = 'Repair' | 'Return';

export const findRma = ({ timeline }: ModelRecord): string | undefined =>
  timeline.findLast(({ what }) => what === 'rmaAssigned')?.rma;

/**
 * Returns the state given by the last provider event or withdrawal; otherwise `registered` with an RMA number,
 * `submitted` without.
 */
export const toState = (record: ModelRecord): string => {
  const last = record.timeline.findLast(({ what }) => !['booked', 'corrected', 'rmaAssigned'].includes(what));
  return last?.what ?? (findRma(record) === undefined ? 'submitted' : 'registered');
};

const finalStates = ['repaired', 'dispatched', 'returnedUnrepaired', 'abandoned', 'cancelled', 'withdrawn'];

/**
 * Returns the search term of a repair's deadline: `due` while quoted or in repair, `complaint` once sent back (it may
 * be missing), otherwise undefined.
 */
export const findDeadlineTerm = (record: ModelRecord): 'due' | 'complaint' | undefined => {
  const state = toState(record);
  if (state === 'dispatched' || state === 'returnedUnrepaired') return 'complaint';
  if (state === 'quoted') return 'due';
  const entryTypes = record.timeline.map(({ what }) => what);
  const receivedIndex = entryTypes.indexOf('received');
  return receivedIndex === -1 || entryTypes.slice(receivedIndex).some((type) => finalStates.includes(type))
    ? undefined
    : 'due';
};

type FormattedRecord = Pick<ModelRecord, 'name' | 'version' | 'timeline'> & {
  readonly content: string | undefined;
  readonly state: string;
  readonly rma: string | undefined;
};

/** Formats a record as one line, the form in which answers, rows and the model are compared. */
export const formatLine = ({ name, content, version, state, rma, timeline }: FormattedRecord): string => {
  const entries = timeline.map((entry) => [entry.at, entry.what, entry.rma].filter(Boolean).join(' '));
  return `${name} ${content}, version ${version}, ${state}, RMA ${rma}: ${entries.join('; ')}`;
};

export const formatRecord = (record: ModelRecord): string =>
  formatLine({ ...record, state: toState(record), rma: findRma(record) });

const rank = ({ what }: Entry) => (providerStates as readonly string[]).indexOf(what);

/** Adds an entry to the timeline, which is ordered by time of occurrence, not of arrival. */
const withEntry = (record: ModelRecord, entry: Entry, change: Partial<ModelRecord> = {}): ModelRecord => ({
  ...record,
  ...change,
  version: record.version + 1,
  timeline: [...record.timeline, entry].toSorted(
    (first, second) =>
      first.at - second.at || rank(first) - rank(second) || ((first.event ?? '') < (second.event ?? '') ? -1 : 1),
  ),
});

export const applyRequest = (
  world: ModelState,
  request: Request,
  event: KindPrefix,
): { world: ModelState; answer: string } => {
  const { name } = request;
  const { current, withdrawn, events } = world;
  const unchanged = (answer: string) => ({ world, answer });

  if (request.does === 'book') {
    const { at, content } = request;
    if (current?.name === name) return unchanged(formatRecord(current));
    // An id stays bound to its record after a withdrawal.
    if (withdrawn[name]) return unchanged(`${event}Withdrawn`);
    if (current) return unchanged(`${event}RequestExists`);
    const newRecord: ModelRecord = { name, content, version: 1, timeline: [{ at, what: 'booked' }] };
    return {
      world: { current: newRecord, withdrawn, events: [...events, { what: 'Booked', name, at, content }] },
      answer: formatRecord(newRecord),
    };
  }

  const isCurrent = current?.name === name;
  const record = isCurrent ? current : withdrawn[name];
  if (!record) return unchanged(request.does === 'report' ? 'UnknownRecord' : 'NotFound');
  if (request.does === 'find') return unchanged(formatRecord(record));

  if (request.does === 'report') {
    const { entry } = request;
    if (record.timeline.some((existing) => existing.event === entry.event)) return unchanged('entered');
    const updated = withEntry(record, entry);
    return {
      world: isCurrent ? { ...world, current: updated } : { ...world, withdrawn: { ...withdrawn, [name]: updated } },
      answer: 'entered',
    };
  }

  // Already applied, by the same request or by an equivalent one.
  if (request.does === 'correct' && isCurrent && record.content === request.content)
    return unchanged(formatRecord(record));
  if (request.does === 'withdraw' && !isCurrent) return unchanged(formatRecord(record));
  if (!isCurrent) return unchanged(`${event}Changed`);
  if (toState(record) !== 'submitted') return unchanged(`${event}NotPending`);
  if (record.version !== request.seen) return unchanged(`${event}Changed`);

  const { at } = request;
  if (request.does === 'correct') {
    const { content } = request;
    const correctedRecord = withEntry(record, { at, what: 'corrected' }, { content });
    return {
      world: { ...world, current: correctedRecord, events: [...events, { what: 'Corrected', name, at, content }] },
      answer: formatRecord(correctedRecord),
    };
  }
  const withdrawnRecord = withEntry(record, { at, what: 'withdrawn' });
  return {
    world: {
      current: undefined,
      withdrawn: { ...withdrawn, [name]: withdrawnRecord },
      events: [...events, { what: 'Withdrawn', name, at }],
    },
    answer: formatRecord(withdrawnRecord),
  };
};
