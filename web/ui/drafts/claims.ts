import type * as z from 'zod/mini';
import type { DraftSlot } from './drafts.ts';

/** A tab's sole right to a draft, until it is released or the tab goes, however it goes. */
type Claim = {
  readonly granted: Promise<boolean>;
  readonly release: () => void;
};

type Collaborators = {
  /** Only secure contexts have locks; elsewhere each claim is granted. */
  readonly locks: () => LockManager | undefined;
  /** A document that reloads may ask before the browser has noticed that the former one is gone. */
  readonly patienceMs: number;
};

/** Which tab fills in which draft, by Web Locks, which the browser takes from a tab that crashes. */
export const createClaims = ({ locks, patienceMs }: Collaborators) => {
  const own = new Set<string>();
  return {
    take: (key: string): Claim => {
      const manager = locks();
      if (!manager) return { granted: Promise.resolve(true), release: () => undefined };
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const granted = new Promise<boolean>((answer) => {
        manager
          .request(key, { signal: AbortSignal.timeout(patienceMs) }, () => {
            own.add(key);
            answer(true);
            return released;
          })
          .then(
            () => own.delete(key),
            () => answer(false),
          );
      });
      return { granted, release };
    },
    /** The keys that other tabs have. */
    taken: async (): Promise<readonly string[]> => {
      // A lock that was released meanwhile is still in the answer.
      const before = new Set(own);
      const { held = [] } = (await locks()?.query()) ?? {};
      return held.flatMap(({ name = '' }) => (before.has(name) || own.has(name) ? [] : name));
    },
  };
};

export type Claims = ReturnType<typeof createClaims>;

export const claims = createClaims({ locks: () => navigator.locks, patienceMs: 1000 });

export type OwnDraft = { readonly slot: DraftSlot; readonly claim: Claim };

/** What became of the wish to go on with a draft: another tab has it, or it is no longer there. */
export type Missed = 'elsewhere' | 'gone';

export const resumeDraft = async (
  slot: DraftSlot,
  { take }: Pick<Claims, 'take'>,
  kept: z.ZodMiniType<unknown>,
): Promise<OwnDraft | Missed> => {
  const claim = take(slot.key);
  if (!(await claim.granted)) return 'elsewhere';
  if (!slot.isDiscarded() && slot.read(kept)) return { slot, claim };
  claim.release();
  return 'gone';
};
