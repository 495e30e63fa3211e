import * as z from 'zod/mini';
import { parseJson } from '#shared/parse-json.ts';
import { browserMemory, ownName } from '#web/browser/memory.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';

type SeenStates = Readonly<Record<string, string>>;

export const seenName = (user: Parameters<typeof ownName>[1]) => ownName('seenStates', user);

const schema = z.record(z.string(), z.string());

/** What was remembered under a name; what is broken counts as never seen. */
export const readSeen = (name: string): SeenStates =>
  schema.safeParse(parseJson(browserMemory.get(name) ?? '')).data ?? {};

/** The records whose state has changed since they were seen. One never seen before is not news. */
export const changedSince = (seen: SeenStates, records: readonly Hit[]): Hit[] =>
  records.filter(({ id, state }) => Object.hasOwn(seen, id) && seen[id] !== state);

/** Remembers the records: `unread` in the state that was seen before. Older ones are forgotten. */
export const rememberSeen = (name: string, records: readonly Hit[], unread: readonly Hit[] = []) => {
  const before = readSeen(name);
  const stateOf = (record: Hit) => (unread.includes(record) ? before[record.id] : undefined) ?? record.state;
  browserMemory.set(name, JSON.stringify(Object.fromEntries(records.map((record) => [record.id, stateOf(record)]))));
};
