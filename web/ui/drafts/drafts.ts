import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { RegionId } from '#shared/regions.ts';
import { ownName, tryStorage } from '#web/browser/memory.ts';
import { createStore } from '#web/browser/store.ts';

export type DraftUser = { readonly region: RegionId; readonly email: string };
export type DraftOwner = DraftUser & { readonly form: string };

/** What was typed, and the ISO instant at which it was kept. */
export type Draft<Values> = { readonly savedAt: string; readonly values: Values };

const envelope = z.object({ savedAt: z.iso.datetime(), values: z.unknown() });
const parsed = (text: string | null | undefined) => envelope.safeParse(parseJson(text ?? '')).data;

const prefix = 'draft.';
const suffixOf = (user: DraftUser) => ownName('', user);

/** `now` in milliseconds since the epoch. */
type Collaborators = { readonly storage: () => Storage; readonly now: () => number };

/** Half-typed forms, kept in the browser until they are sent, discarded, too old, or their user signs out. A browser that refuses storage, or has none left, keeps none. */
export const createDrafts = ({ storage, now }: Collaborators) => {
  const version = createStore(0);
  const noteChange = () => version.set(version.get() + 1);

  const textAt = (key: string) => tryStorage(storage, (kept) => kept.getItem(key)) ?? undefined;
  const remove = (key: string) => {
    tryStorage(storage, (kept) => kept.removeItem(key));
    noteChange();
  };
  const keys = () =>
    tryStorage(storage, (kept) => Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? ''))?.filter((key) =>
      key.startsWith(prefix),
    ) ?? [];

  /** Nobody comes back for what is too old: it leaves the browser, whoever's it was. */
  const sweep = () => {
    const oldest = now() - limits.draftDays * 86_400_000;
    for (const key of keys()) if (!(Date.parse(parsed(textAt(key))?.savedAt ?? '') > oldest)) remove(key);
  };

  const discarded = new Map<string, string>();
  /** How often each user has left, by the end of their keys: what was opened before writes no more. */
  const departures = new Map<string, number>();
  const departuresOf = (user: DraftUser) => departures.get(suffixOf(user)) ?? 0;

  return {
    version,
    of: (owner: DraftOwner) => {
      const openedAt = departuresOf(owner);
      sweep();
      const [begin, end] = [`${prefix}${owner.form}.`, suffixOf(owner)];
      const idsIn = (all: readonly string[]) =>
        all.flatMap((key) =>
          key.startsWith(begin) && key.endsWith(end) ? [key.slice(begin.length, -end.length)] : [],
        );

      const slot = (id: string) => {
        const key = begin + id + end;
        const put = (text: string): boolean => {
          // Whoever has signed out since wants nothing kept, and misses nothing.
          if (departuresOf(owner) !== openedAt) return true;
          const isNew = textAt(key) === undefined;
          const isKept =
            tryStorage(storage, (kept) => {
              kept.setItem(key, text);
              return true;
            }) ?? false;
          if (isNew && isKept) noteChange();
          return isKept;
        };
        return {
          id,
          key,
          isDiscarded: () => discarded.has(key),
          /** Also of what was just discarded; undefined where there is none, or none that can be read. */
          read: <Values>(schema: z.ZodMiniType<Values>): Draft<Values> | undefined => {
            const draft = parsed(textAt(key) ?? discarded.get(key));
            const values = schema.safeParse(draft?.values);
            return draft && values.success ? { savedAt: draft.savedAt, values: values.data } : undefined;
          },
          write: (values: unknown): boolean => put(JSON.stringify({ savedAt: new Date(now()).toISOString(), values })),
          remove: () => remove(key),
          discard: () => {
            const text = textAt(key);
            if (text !== undefined) discarded.set(key, text);
            remove(key);
          },
          /** What was discarded is as it was; false where the browser has no more room. */
          putBack: (): boolean => {
            const text = discarded.get(key);
            const isBack = text === undefined || put(text);
            if (isBack) discarded.delete(key);
            return isBack;
          },
        };
      };
      const ids = () => idsIn(keys());
      return {
        ids,
        slot,
        slots: () => [...ids(), ...idsIn([...discarded.keys()])].map(slot),
      };
    },
    forget: () => {
      discarded.clear();
      noteChange();
    },
    /** Somebody signed out: their drafts leave the browser, and forms still open write none again. */
    removeAll: (user: DraftUser) => {
      const suffix = suffixOf(user);
      departures.set(suffix, departuresOf(user) + 1);
      for (const key of keys()) if (key.endsWith(suffix)) remove(key);
    },
    noteChange,
  };
};

export type Drafts = ReturnType<ReturnType<typeof createDrafts>['of']>;
export type DraftSlot = ReturnType<Drafts['slot']>;

export const drafts = createDrafts({ storage: () => localStorage, now: () => Date.now() });

// Another tab's come and go, too.
addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) drafts.noteChange();
});
