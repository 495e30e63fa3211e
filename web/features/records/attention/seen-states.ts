import * as z from 'zod/mini';
import { parseJson } from '#shared/api/parse-json.ts';
import { browserMemory, userStorageKey } from '#web/browser/memory.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';

type SeenStates = Readonly<Record<string, string>>;

export const seenStatesKey = (user: Parameters<typeof userStorageKey>[1]) => userStorageKey('seenStates', user);

const schema = z.record(z.string(), z.string());

/** Reads the stored states; invalid data counts as never seen. */
export const readSeenStates = (name: string): SeenStates =>
  schema.safeParse(parseJson(browserMemory.get(name) ?? '')).data ?? {};

/** Returns the records whose state has changed since they were last seen. Records never seen before do not count. */
export const findChangedRecords = (seenStates: SeenStates, records: readonly Hit[]): Hit[] =>
  records.filter(({ id, state }) => Object.hasOwn(seenStates, id) && seenStates[id] !== state);

/** Stores the records' states, replacing all earlier ones. `unread` records keep the state seen before. */
export const storeSeenStates = (name: string, records: readonly Hit[], unread: readonly Hit[] = []) => {
  const previous = readSeenStates(name);
  const stateToRemember = (record: Hit) => (unread.includes(record) ? previous[record.id] : undefined) ?? record.state;
  browserMemory.set(
    name,
    JSON.stringify(Object.fromEntries(records.map((record) => [record.id, stateToRemember(record)]))),
  );
};
