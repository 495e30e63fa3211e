import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { ownName, tryStorage } from '#web/browser/memory.ts';

/** Whose half-typed form, and which. Nobody else on this browser is ever shown it. */
export type DraftOwner = DraftUser & { readonly form: string };
export type DraftUser = { readonly region: RegionId; readonly email: string };

/** What was typed, and the ISO instant at which it was kept. */
export type Draft<Values> = { readonly savedAt: string; readonly values: Values };

const envelope = z.object({ savedAt: z.iso.datetime(), values: z.unknown() });

const prefix = 'draft.';
/** How the keys of a user's drafts end. */
const suffixOf = (user: DraftUser) => ownName('', user);
const keyOf = ({ form, ...user }: DraftOwner) => `${prefix}${form}${suffixOf(user)}`;

const parsed = (text: string | null) => {
  try {
    return envelope.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
};

type Collaborators = {
  readonly storage: () => Storage;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Half-typed forms, kept in the browser until they are sent, discarded, too old, or their user signs out; a session that only expires leaves them. A browser that refuses storage, or has none left, keeps none. */
export const createDrafts = ({ storage, now }: Collaborators) => {
  const isCurrent = (savedAt: string) => now() - Date.parse(savedAt) < limits.draftDays * 86_400_000;

  const removeWhere = (isGone: (key: string, text: string | null) => boolean) =>
    tryStorage(storage, (kept) => {
      const keys = Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? '').filter((key) =>
        key.startsWith(prefix),
      );
      for (const key of keys) if (isGone(key, kept.getItem(key))) kept.removeItem(key);
    });

  /** Nobody comes back for what is too old: it leaves the browser, whoever's it was. */
  const sweep = () => removeWhere((_, text) => !isCurrent(parsed(text)?.savedAt ?? ''));

  /** How often each user has left, by the end of their keys: what was opened before writes no more. */
  const departures = new Map<string, number>();
  const departuresOf = (user: DraftUser) => departures.get(suffixOf(user)) ?? 0;

  return {
    /** The place of one draft. */
    slot: (owner: DraftOwner) => {
      const key = keyOf(owner);
      const openedAt = departuresOf(owner);
      sweep();
      return {
        key,
        /** Undefined where there is none, or none that can be read. */
        read: <Values>(schema: z.ZodMiniType<Values>): Draft<Values> | undefined => {
          const draft = parsed(tryStorage(storage, (kept) => kept.getItem(key)) ?? null);
          const values = schema.safeParse(draft?.values);
          return draft && values.success ? { savedAt: draft.savedAt, values: values.data } : undefined;
        },
        /** False where the browser refuses. Whoever has signed out since wants nothing kept, and misses nothing. */
        write: (values: unknown): boolean => {
          if (departuresOf(owner) !== openedAt) return true;
          const text = JSON.stringify({ savedAt: new Date(now()).toISOString(), values });
          const isKept = tryStorage(storage, (kept) => {
            kept.setItem(key, text);
            return true;
          });
          return isKept ?? false;
        },
        remove: () => tryStorage(storage, (kept) => kept.removeItem(key)),
      };
    },
    /** Somebody signed out: their drafts leave the browser, and forms still open write none again. */
    removeAll: (user: DraftUser) => {
      const suffix = suffixOf(user);
      departures.set(suffix, departuresOf(user) + 1);
      removeWhere((key) => key.endsWith(suffix));
    },
  };
};

export type DraftSlot = ReturnType<ReturnType<typeof createDrafts>['slot']>;

export const drafts = createDrafts({ storage: () => localStorage, now: () => Date.now() });
