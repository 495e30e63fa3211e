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
  readonly type: 'booked' | 'corrected' | 'withdrawn' | 'rmaAssigned' | RepairState;
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
  readonly type: 'Booked' | 'Corrected' | 'Withdrawn';
  readonly name: RecordName;
  readonly at: number;
  readonly content?: Content;
};

/** State of the model: the current record of the reference, the withdrawn records, and the published events. */
export type ModelState = {
  readonly currentRecord: ModelRecord | undefined;
  readonly withdrawnByName: Readonly<Partial<Record<RecordName, ModelRecord>>>;
  readonly events: readonly ModelEvent[];
};

export const initialState: ModelState = { currentRecord: undefined, withdrawnByName: {}, events: [] };

/** Request of a caller; `report` is an event of the provider. */
export type Request = { readonly name: RecordName } & (
  | { readonly operation: 'book'; readonly at: number; readonly content: Content }
  | { readonly operation: 'correct'; readonly at: number; readonly content: Content; readonly expectedVersion: number }
  | { readonly operation: 'withdraw'; readonly at: number; readonly expectedVersion: number }
  | { readonly operation: 'find'; readonly at: number }
  | { readonly operation: 'report'; readonly entry: Entry & { readonly event: string } }
);

/** Prefix of a kind's error codes and event names. */
export type KindPrefix = 'Repair' | 'Return';

export const findRma = ({ timeline }: ModelRecord): string | undefined =>
  timeline.findLast(({ type }) => type === 'rmaAssigned')?.rma;

/**
 * Returns the state given by the last provider event or withdrawal; otherwise `registered` with an RMA number,
 * `submitted` without.
 */
export const toState = (record: ModelRecord): string => {
  const lastEvent = record.timeline.findLast(({ type }) => !['booked', 'corrected', 'rmaAssigned'].includes(type));
  return lastEvent?.type ?? (findRma(record) === undefined ? 'submitted' : 'registered');
};

const finalStates = ['repaired', 'dispatched', 'returnedUnrepaired', 'abandoned', 'cancelled', 'withdrawn'];

/**
 * Returns the search term of a repair's date: `send` while the store has to send the device, `due` while it is quoted or in
 * repair, `complaint` once it is sent back (the parcel may not arrive), otherwise undefined.
 */
export const findDateTerm = (record: ModelRecord): 'due' | 'complaint' | 'send' | undefined => {
  const state = toState(record);
  if (state === 'dispatched' || state === 'returnedUnrepaired') return 'complaint';
  if (state === 'quoted') return 'due';
  const entryTypes = record.timeline.map(({ type }) => type);
  const isInStore = entryTypes.every((type) => ['booked', 'corrected', 'rmaAssigned', 'confirmed'].includes(type));
  if (isInStore && findRma(record) !== undefined) return 'send';
  const receivedIndex = entryTypes.indexOf('received');
  return receivedIndex === -1 || entryTypes.slice(receivedIndex).some((type) => finalStates.includes(type))
    ? undefined
    : 'due';
};

/** Returns the provider events of a record that are news for its store; for a return, only its RMA number is news. */
export const findNews = (name: 'repairs' | 'returns', { timeline }: ModelRecord): string[] => {
  const newsTypes =
    name === 'repairs' ? ['rmaAssigned', 'quoted', 'dispatched', 'returnedUnrepaired'] : ['rmaAssigned'];
  return timeline.flatMap(({ type }) => (newsTypes.includes(type) ? [type] : []));
};

type FormattedRecord = Pick<ModelRecord, 'name' | 'version' | 'timeline'> & {
  readonly content: string | undefined;
  readonly state: string;
  readonly rma: string | undefined;
};

/** Formats a record as one line, the form in which answers, rows and the model are compared. */
export const formatLine = ({ name, content, version, state, rma, timeline }: FormattedRecord): string => {
  const entries = timeline.map((entry) => [entry.at, entry.type, entry.rma].filter(Boolean).join(' '));
  return `${name} ${content}, version ${version}, ${state}, RMA ${rma}: ${entries.join('; ')}`;
};

export const formatRecord = (record: ModelRecord): string =>
  formatLine({ ...record, state: toState(record), rma: findRma(record) });

const toRank = ({ type }: Entry) => (providerStates as readonly string[]).indexOf(type);

/** Adds an entry to the timeline, which is ordered by time of occurrence, not of arrival. */
const addEntry = (record: ModelRecord, entry: Entry, change: Partial<ModelRecord> = {}): ModelRecord => ({
  ...record,
  ...change,
  version: record.version + 1,
  timeline: [...record.timeline, entry].toSorted(
    (first, second) =>
      first.at - second.at || toRank(first) - toRank(second) || ((first.event ?? '') < (second.event ?? '') ? -1 : 1),
  ),
});

export const applyRequest = (
  state: ModelState,
  request: Request,
  prefix: KindPrefix,
): { state: ModelState; answer: string } => {
  const { name } = request;
  const { currentRecord, withdrawnByName, events } = state;
  const keepState = (answer: string) => ({ state, answer });

  if (request.operation === 'book') {
    const { at, content } = request;
    if (currentRecord?.name === name) return keepState(formatRecord(currentRecord));
    // An id stays bound to its record after a withdrawal.
    if (withdrawnByName[name]) return keepState(`${prefix}Withdrawn`);
    if (currentRecord) return keepState(`${prefix}RequestExists`);
    const newRecord: ModelRecord = { name, content, version: 1, timeline: [{ at, type: 'booked' }] };
    return {
      state: { currentRecord: newRecord, withdrawnByName, events: [...events, { type: 'Booked', name, at, content }] },
      answer: formatRecord(newRecord),
    };
  }

  const isCurrent = currentRecord?.name === name;
  const record = isCurrent ? currentRecord : withdrawnByName[name];
  if (!record) return keepState(request.operation === 'report' ? 'UnknownRecord' : 'NotFound');
  if (request.operation === 'find') return keepState(formatRecord(record));

  if (request.operation === 'report') {
    const { entry } = request;
    if (record.timeline.some((existingEntry) => existingEntry.event === entry.event)) return keepState('entered');
    const updatedRecord = addEntry(record, entry);
    return {
      state: isCurrent
        ? { ...state, currentRecord: updatedRecord }
        : { ...state, withdrawnByName: { ...withdrawnByName, [name]: updatedRecord } },
      answer: 'entered',
    };
  }

  // The change has already been applied, by the same request or by an equivalent one.
  if (request.operation === 'correct' && isCurrent && record.content === request.content)
    return keepState(formatRecord(record));
  if (request.operation === 'withdraw' && !isCurrent) return keepState(formatRecord(record));
  if (!isCurrent) return keepState(`${prefix}Changed`);
  if (toState(record) !== 'submitted') return keepState(`${prefix}NotPending`);
  if (record.version !== request.expectedVersion) return keepState(`${prefix}Changed`);

  const { at } = request;
  if (request.operation === 'correct') {
    const { content } = request;
    const correctedRecord = addEntry(record, { at, type: 'corrected' }, { content });
    return {
      state: {
        ...state,
        currentRecord: correctedRecord,
        events: [...events, { type: 'Corrected', name, at, content }],
      },
      answer: formatRecord(correctedRecord),
    };
  }
  const withdrawnRecord = addEntry(record, { at, type: 'withdrawn' });
  return {
    state: {
      currentRecord: undefined,
      withdrawnByName: { ...withdrawnByName, [name]: withdrawnRecord },
      events: [...events, { type: 'Withdrawn', name, at }],
    },
    answer: formatRecord(withdrawnRecord),
  };
};
