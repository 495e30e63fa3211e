import type * as z from 'zod/mini';
import type { DraftSlot } from './drafts.ts';

/** Exclusive right of a tab to a draft, until it is released or the tab closes or crashes. */
type TabLock = {
  readonly granted: Promise<boolean>;
  readonly release: () => void;
};

type Collaborators = {
  /** Undefined in insecure contexts; then every tab lock is granted. */
  readonly locks: () => LockManager | undefined;
  /**
   * Maximum wait for the lock in milliseconds: a reloaded document may request it before the browser has released the lock
   * of the previous document.
   */
  readonly timeoutMs: number;
};

/**
 * Locks that allow only one tab to edit a draft. They are Web Locks, which the browser releases if a tab crashes.
 */
export type TabLocks = {
  readonly request: (key: string) => TabLock;
  /** Returns the keys that other tabs have locked. */
  readonly findLockedElsewhere: () => Promise<readonly string[]>;
};

export const createTabLocks = ({ locks, timeoutMs }: Collaborators): TabLocks => {
  const ownKeys = new Set<string>();
  return {
    request: (key: string): TabLock => {
      const manager = locks();
      if (!manager) return { granted: Promise.resolve(true), release: () => undefined };
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const granted = new Promise<boolean>((resolveGranted) => {
        manager
          .request(key, { signal: AbortSignal.timeout(timeoutMs) }, () => {
            ownKeys.add(key);
            resolveGranted(true);
            return released;
          })
          .then(
            () => ownKeys.delete(key),
            () => resolveGranted(false),
          );
      });
      return { granted, release };
    },
    findLockedElsewhere: async (): Promise<readonly string[]> => {
      // The query may still return a lock that this tab has just released.
      const ownKeysBefore = new Set(ownKeys);
      const { held = [] } = (await locks()?.query()) ?? {};
      return held.flatMap(({ name = '' }) => (ownKeysBefore.has(name) || ownKeys.has(name) ? [] : name));
    },
  };
};

export const tabLocks = createTabLocks({ locks: () => navigator.locks, timeoutMs: 1000 });

export type LockedDraft = { readonly slot: DraftSlot; readonly lock: TabLock };

/** Reason why a draft cannot be resumed: another tab edits it, or it no longer exists. */
export type ResumeFailure = 'elsewhere' | 'gone';

/** Locks and reads a draft; returns the reason if it cannot be resumed. */
export const resumeDraft = async (
  slot: DraftSlot,
  { request }: Pick<TabLocks, 'request'>,
  schema: z.ZodMiniType<unknown>,
): Promise<LockedDraft | ResumeFailure> => {
  const lock = request(slot.key);
  if (!(await lock.granted)) return 'elsewhere';
  if (!slot.isDiscarded() && slot.read(schema)) return { slot, lock };
  lock.release();
  return 'gone';
};
