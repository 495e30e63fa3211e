import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';

/** Whose half-typed form, and which. Nobody else on this browser is ever shown it. */
export type DraftOwner = { readonly region: RegionId; readonly email: string; readonly form: string };

/** What was typed, and the ISO instant at which it was kept. */
export type Draft<Values> = { readonly savedAt: string; readonly values: Values };

const envelope = z.object({ savedAt: z.iso.datetime(), values: z.unknown() });

const prefix = 'draft.';
const keyOf = ({ region, email, form }: DraftOwner) => `${prefix}${[region, form, email].join('.')}`;

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

/** Half-typed forms, kept in the browser until they are sent, discarded or too old (acceptance, D9). A browser that refuses storage, or has none left, keeps none. */
export const createDrafts = ({ storage, now }: Collaborators) => {
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  };
  const isCurrent = (savedAt: string) => now() - Date.parse(savedAt) < limits.draftDays * 86_400_000;

  /** Nobody comes back for what is too old: it leaves the browser, whoever's it was. */
  const sweep = () =>
    attempt((kept) => {
      const keys = Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? '').filter((key) => key.startsWith(prefix));
      for (const key of keys) if (!isCurrent(parsed(kept.getItem(key))?.savedAt ?? '')) kept.removeItem(key);
    });

  return {
    /** The place of one draft. */
    slot: (owner: DraftOwner) => {
      const key = keyOf(owner);
      sweep();
      return {
        key,
        /** Undefined where there is none, or none that can be read. */
        read: <Values>(schema: z.ZodMiniType<Values>): Draft<Values> | undefined => {
          const draft = parsed(attempt((kept) => kept.getItem(key)) ?? null);
          const values = schema.safeParse(draft?.values);
          return draft && values.success ? { savedAt: draft.savedAt, values: values.data } : undefined;
        },
        write: (values: unknown) => attempt((kept) => kept.setItem(key, JSON.stringify({ savedAt: new Date(now()).toISOString(), values }))),
        remove: () => attempt((kept) => kept.removeItem(key)),
      };
    },
  };
};

export type DraftSlot = ReturnType<ReturnType<typeof createDrafts>['slot']>;

export const drafts = createDrafts({ storage: () => localStorage, now: () => Date.now() });
