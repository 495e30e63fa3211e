import * as z from 'zod/mini';
import { parseJson } from '#shared/api/parse-json.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { toUserStorageKey, tryStorage } from '#web/browser/memory.ts';
import type { Store } from '#web/browser/store.ts';
import { createStore } from '#web/browser/store.ts';

export type DraftUser = { readonly region: RegionId; readonly email: string };
export type DraftOwner = DraftUser & { readonly form: string };

/** Values of a form, and the ISO instant at which they were saved. */
export type Draft<Values> = { readonly savedAt: string; readonly values: Values };

const storedDraft = z.object({ savedAt: z.iso.datetime(), values: z.unknown() });
const parseDraft = (text: string | null | undefined) => storedDraft.safeParse(parseJson(text ?? '')).data;

const prefix = 'draft.';
const toSuffix = (user: DraftUser) => toUserStorageKey('', user);

/** `now` in milliseconds since the epoch. */
type Collaborators = { readonly storage: () => Storage; readonly now: () => number };

/** Place in the storage for one draft. */
export type DraftSlot = {
  readonly id: string;
  /** Key in the storage, and of the draft's tab lock. */
  readonly key: string;
  readonly isDiscarded: () => boolean;
  /** Reads the draft, even if it was just discarded; undefined if it is missing or invalid. */
  readonly read: <Values>(schema: z.ZodMiniType<Values>) => Draft<Values> | undefined;
  /** Saves the values; returns false if the storage is full or inaccessible. Does nothing once the user has signed out. */
  readonly write: (values: unknown) => boolean;
  readonly remove: () => void;
  /** Removes the draft, but keeps it in memory so that it can be restored. */
  readonly discard: () => void;
  /** Restores a discarded draft; returns false if the storage is full. */
  readonly restore: () => boolean;
};

/** Drafts of one form and user. */
export type Drafts = {
  /** Returns the ids of the drafts in the storage. */
  readonly ids: () => string[];
  readonly slot: (id: string) => DraftSlot;
  /** Returns the drafts in the storage, then the discarded ones. */
  readonly slots: () => DraftSlot[];
};

/**
 * Store of unsent forms in the browser. A draft is removed when it is sent or discarded, expires, or its user signs out.
 * Without access to storage, or with a full one, no drafts are saved.
 */
type DraftStore = {
  /** Changes whenever a draft is added or removed, in any tab. */
  readonly version: Store<number>;
  /** Removes expired drafts of all users, and returns the drafts of one form and user. */
  readonly getDrafts: (owner: DraftOwner) => Drafts;
  /** Forgets the discarded drafts, so that they can no longer be restored. */
  readonly forgetDiscarded: () => void;
  /** Removes all drafts of a user who signs out; forms that are still open do not write new ones. */
  readonly removeAll: (user: DraftUser) => void;
  readonly notifyChange: () => void;
};

export const createDrafts = ({ storage, now }: Collaborators): DraftStore => {
  const version = createStore(0);
  const notifyChange = () => version.set(version.get() + 1);

  const readText = (key: string) => tryStorage(storage, (target) => target.getItem(key)) ?? undefined;
  const remove = (key: string) => {
    tryStorage(storage, (target) => target.removeItem(key));
    notifyChange();
  };
  const listKeys = () =>
    tryStorage(storage, (target) =>
      Array.from({ length: target.length }, (_, index) => target.key(index) ?? ''),
    )?.filter((key) => key.startsWith(prefix)) ?? [];

  /** Removes expired and invalid drafts of all users. */
  const removeExpired = () => {
    const oldestMs = now() - limits.draftDays * 86_400_000;
    for (const key of listKeys()) {
      const savedAtMs = Date.parse(parseDraft(readText(key))?.savedAt ?? '');
      // An invalid draft, whose time is NaN, is removed too.
      if (!(savedAtMs > oldestMs)) remove(key);
    }
  };

  const discardedTextByKey = new Map<string, string>();
  /** Number of sign-outs by the user's key suffix. A form must not write if its user has signed out since it was opened. */
  const signOutCounts = new Map<string, number>();
  const countSignOuts = (user: DraftUser) => signOutCounts.get(toSuffix(user)) ?? 0;

  return {
    version,
    getDrafts: (owner: DraftOwner) => {
      const signOutsAtOpening = countSignOuts(owner);
      removeExpired();
      const keyStart = `${prefix}${owner.form}.`;
      const keyEnd = toSuffix(owner);
      const extractIds = (candidates: readonly string[]) =>
        candidates.flatMap((key) =>
          key.startsWith(keyStart) && key.endsWith(keyEnd) ? [key.slice(keyStart.length, -keyEnd.length)] : [],
        );

      const slot = (id: string) => {
        const key = keyStart + id + keyEnd;
        const writeText = (text: string): boolean => {
          // Nothing may be saved if the user has signed out since the form was opened; this is not an error.
          if (countSignOuts(owner) !== signOutsAtOpening) return true;
          const isNew = readText(key) === undefined;
          const isStored =
            tryStorage(storage, (target) => {
              target.setItem(key, text);
              return true;
            }) ?? false;
          if (isNew && isStored) notifyChange();
          return isStored;
        };
        return {
          id,
          key,
          isDiscarded: () => discardedTextByKey.has(key),
          read: <Values>(schema: z.ZodMiniType<Values>): Draft<Values> | undefined => {
            const draft = parseDraft(readText(key) ?? discardedTextByKey.get(key));
            const values = schema.safeParse(draft?.values);
            return draft && values.success ? { savedAt: draft.savedAt, values: values.data } : undefined;
          },
          write: (values: unknown): boolean =>
            writeText(JSON.stringify({ savedAt: new Date(now()).toISOString(), values })),
          remove: () => remove(key),
          discard: () => {
            const text = readText(key);
            if (text !== undefined) discardedTextByKey.set(key, text);
            remove(key);
          },
          restore: (): boolean => {
            const text = discardedTextByKey.get(key);
            const isRestored = text === undefined || writeText(text);
            if (isRestored) discardedTextByKey.delete(key);
            return isRestored;
          },
        };
      };
      const ids = () => extractIds(listKeys());
      return {
        ids,
        slot,
        slots: () => [...ids(), ...extractIds([...discardedTextByKey.keys()])].map(slot),
      };
    },
    forgetDiscarded: () => {
      discardedTextByKey.clear();
      notifyChange();
    },
    removeAll: (user: DraftUser) => {
      const suffix = toSuffix(user);
      signOutCounts.set(suffix, countSignOuts(user) + 1);
      for (const key of listKeys()) if (key.endsWith(suffix)) remove(key);
    },
    notifyChange,
  };
};

export const drafts = createDrafts({ storage: () => localStorage, now: () => Date.now() });

// Storage events report drafts that another tab has added or removed. The build also loads this module, to render the
// sign-in pages, and has no events.
if (!import.meta.env.SSR) {
  addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) drafts.notifyChange();
  });
}
