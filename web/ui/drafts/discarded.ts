import { createStore } from '#web/browser/store.ts';
import type { TakenDraft } from './drafts.ts';

const discarded = createStore<readonly TakenDraft[]>([]);

const without = (draft: TakenDraft) => discarded.get().filter(({ key }) => key !== draft.key);

/** Drafts that were just discarded: they can be put back while one stays on the page. */
export const discardedDrafts = {
  get: discarded.get,
  subscribe: discarded.subscribe,
  add: (draft: TakenDraft) => discarded.set([...without(draft), draft]),
  /** False where the browser has no more room: then it stays here. */
  putBack: (draft: TakenDraft): boolean => {
    const isBack = draft.putBack();
    if (isBack) discarded.set(without(draft));
    return isBack;
  },
  forget: () => discarded.set([]),
};
