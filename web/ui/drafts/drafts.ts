import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { RegionId } from '#shared/regions.ts';
import { ownName, tryStorage } from '#web/browser/memory.ts';
import { createStore } from '#web/browser/store.ts';

/** Whose half-typed forms. Nobody else on this browser is ever shown them. */
export type DraftUser = { readonly region: RegionId; readonly email: string };
/** The drafts of one form; each has an id of its own, a UUID. */
export type DraftOwner = DraftUser & { readonly form: string };

/** What was typed, and the ISO instant at which it was kept. */
export type Draft<Values> = { readonly savedAt: string; readonly values: Values };

/** A draft that was taken out of the browser. */
export type TakenDraft = Draft<unknown> & { readonly key: string; readonly putBack: () => boolean };

const envelope = z.object({ savedAt: z.iso.datetime(), values: z.unknown() });

const prefix = 'draft.';
/** How the keys of a user's drafts end. */
const suffixOf = (user: DraftUser) => ownName('', user);
const stemOf = ({ form }: DraftOwner) => `${prefix}${form}.`;
const keyOf = (owner: DraftOwner, id: string) => `${stemOf(owner)}${id}${suffixOf(owner)}`;

const parsed = (text: string | null | undefined) => envelope.safeParse(parseJson(text ?? '')).data;

type Collaborators = {
  readonly storage: () => Storage;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Half-typed forms, kept in the browser until they are sent, discarded, too old, or their user signs out; a session that only expires leaves them. A browser that refuses storage, or has none left, keeps none. */
export const createDrafts = ({ storage, now }: Collaborators) => {
  const version = createStore(0);
  const noteChange = () => version.set(version.get() + 1);

  const isCurrent = (savedAt: string) => now() - Date.parse(savedAt) < limits.draftDays * 86_400_000;
  const textAt = (key: string) => tryStorage(storage, (kept) => kept.getItem(key)) ?? undefined;
  const put = (key: string, text: string) =>
    tryStorage(storage, (kept) => {
      kept.setItem(key, text);
      return true;
    }) ?? false;
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
    for (const key of keys()) if (!isCurrent(parsed(textAt(key))?.savedAt ?? '')) remove(key);
  };

  /** How often each user has left, by the end of their keys: what was opened before writes no more. */
  const departures = new Map<string, number>();
  const departuresOf = (user: DraftUser) => departures.get(suffixOf(user)) ?? 0;

  return {
    /** Changes with every draft that comes or goes in this document. */
    version,
    /** The drafts of a form that opens now, or of a list of them. */
    of: (owner: DraftOwner) => {
      const openedAt = departuresOf(owner);
      sweep();
      return {
        /** Their ids. */
        ids: (): string[] =>
          keys().flatMap((key) => {
            const id = key.startsWith(stemOf(owner)) ? key.slice(stemOf(owner).length).split('.')[0] : undefined;
            return id !== undefined && key === keyOf(owner, id) ? [id] : [];
          }),
        /** The place of one of them. */
        slot: (id: string) => {
          const key = keyOf(owner, id);
          const putText = (text: string): boolean => {
            // Whoever has signed out since wants nothing kept, and misses nothing.
            if (departuresOf(owner) !== openedAt) return true;
            const isNew = textAt(key) === undefined;
            const isKept = put(key, text);
            if (isNew && isKept) noteChange();
            return isKept;
          };
          return {
            key,
            /** Undefined where there is none, or none that can be read. */
            read: <Values>(schema: z.ZodMiniType<Values>): Draft<Values> | undefined => {
              const draft = parsed(textAt(key));
              const values = schema.safeParse(draft?.values);
              return draft && values.success ? { savedAt: draft.savedAt, values: values.data } : undefined;
            },
            /** False where the browser refuses. */
            write: (values: unknown): boolean =>
              putText(JSON.stringify({ savedAt: new Date(now()).toISOString(), values })),
            remove: () => remove(key),
            /** Takes it away, so that it can be put back as it was; that is false where the browser has no more room. */
            takeAway: (): TakenDraft | undefined => {
              const text = textAt(key);
              const draft = parsed(text);
              remove(key);
              return draft && text !== undefined ? { ...draft, key, putBack: () => putText(text) } : undefined;
            },
          };
        },
      };
    },
    /** Somebody signed out: their drafts leave the browser, and forms still open write none again. */
    removeAll: (user: DraftUser) => {
      const suffix = suffixOf(user);
      departures.set(suffix, departuresOf(user) + 1);
      for (const key of keys()) if (key.endsWith(suffix)) remove(key);
    },
    /** Calls when drafts come or go, in whichever tab. */
    subscribe: (listener: () => void) => {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) noteChange();
      };
      addEventListener('storage', onStorage);
      const stop = version.subscribe(listener);
      return () => {
        removeEventListener('storage', onStorage);
        stop();
      };
    },
  };
};

export type Drafts = ReturnType<ReturnType<typeof createDrafts>['of']>;
export type DraftSlot = ReturnType<Drafts['slot']>;

export const drafts = createDrafts({ storage: () => localStorage, now: () => Date.now() });
