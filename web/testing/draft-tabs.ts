import { locks } from 'node:worker_threads';
import * as z from 'zod/mini';
import { createDraftAutosave } from '#web/components/drafts/draft-autosave.ts';
import { createDrafts } from '#web/components/drafts/drafts.ts';
import { createTabLocks, resumeDraft } from '#web/components/drafts/tab-locks.ts';

const draftSchema = z.object({ id: z.uuid(), text: z.string() });
type Values = z.output<typeof draftSchema>;
const owner = { region: 'nuk', email: 'sam@nuk.example', form: 'signUp' } as const;
const nowMs = Date.parse('2026-11-02T09:30:00Z');

/** Requests a lock from Node's lock manager and rejects if it is not available at once. */
const requestLock = (name: string, _: unknown, work: () => Promise<void>) =>
  locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : Promise.reject(new Error('taken'))));

/** Simulates a document with one form: the draft handling of the page without its user interface. */
const openDocument = async (draftId: string | undefined, onIdChange: (id: string | undefined) => void) => {
  const drafts = createDrafts({ storage: () => localStorage, now: () => nowMs }).getDrafts(owner);
  const takenLocks: { readonly key: string; readonly release: () => void }[] = [];
  const tabLocks = createTabLocks({
    locks: () => ({ request: requestLock, query: () => locks.query() }) as LockManager,
    timeoutMs: 1,
  });
  const trackedLocks = {
    request: (key: string) => {
      const tabLock = tabLocks.request(key);
      takenLocks.push({ key, release: tabLock.release });
      return tabLock;
    },
  };
  const timers = new Map<() => void, number>();
  const schedule = (ms: number, callback: () => void) => {
    timers.set(callback, ms);
    return () => void timers.delete(callback);
  };
  /** Runs the timers that are due within the given milliseconds. */
  const advance = (ms: number) => {
    for (const [callback, delay] of timers) {
      if (delay > ms) continue;
      timers.delete(callback);
      callback();
    }
  };
  const createBlankValues = (): Values => ({ id: crypto.randomUUID(), text: '' });
  const resumeResult =
    draftId === undefined ? 'gone' : await resumeDraft(drafts.slot(draftId), trackedLocks, draftSchema);
  const resumedDraft = typeof resumeResult === 'string' ? undefined : resumeResult;
  if (!resumedDraft) onIdChange(undefined);
  let values = resumedDraft?.slot.read(draftSchema)?.values ?? createBlankValues();
  const autosave = createDraftAutosave<Values>({
    drafts,
    tabLocks: trackedLocks,
    resumedDraft,
    schema: draftSchema,
    isWorthSaving: ({ text }) => text !== '',
    schedule,
    onWritten: () => undefined,
    onIdChosen: onIdChange,
    onDraftChange: onIdChange,
  });
  const reset = () => {
    values = createBlankValues();
  };
  return {
    getValues: () => values,
    type: (text: string) => {
      values = { ...values, text: values.text + text };
      autosave.saveLater(values);
      // Run 0 ms timers, which fire before the user's next action.
      advance(0);
    },
    pause: () => advance(Infinity),
    book: () => {
      autosave.startSending();
      autosave.finishSending(true);
      reset();
    },
    /** Discards the current draft and returns a function that restores it. */
    discard: () => {
      const slot = drafts.slot(values.id);
      autosave.discard();
      reset();
      return slot.isDiscarded() ? slot.restore : undefined;
    },
    /** Discards a parked draft, as the list does, and returns a function that restores it. */
    discardParked: async (id: string) => {
      const parked = await resumeDraft(drafts.slot(id), trackedLocks, draftSchema);
      if (typeof parked === 'string') return undefined;
      parked.slot.discard();
      parked.lock.release();
      return parked.slot.restore;
    },
    leave: () => autosave.close(),
    /** Saves immediately, as when the browser hides the document. */
    hide: () => autosave.flush(),
    /** Ends the document's process, so that the browser releases its locks. */
    end: async () => {
      timers.clear();
      for (const { release } of takenLocks) release();
      // Wait until the lock manager shows the locks as released.
      await tabLocks.findLockedElsewhere();
      await tabLocks.findLockedElsewhere();
    },
  };
};

/** Opens a tab. All tabs share one browser's storage and locks. */
export const openTab = () => {
  let draftId: string | undefined;
  let currentDocument: Awaited<ReturnType<typeof openDocument>> | undefined;
  const load = async (id: string | undefined) => {
    draftId = id;
    // A document that has ended no longer changes the tab's draft id.
    let isCurrent = true;
    const openedDocument = await openDocument(id, (next) => {
      if (isCurrent) draftId = next;
    });
    currentDocument = {
      ...openedDocument,
      end: () => {
        isCurrent = false;
        return openedDocument.end();
      },
    };
  };
  const go = async (id: string | undefined) => {
    currentDocument?.leave();
    await currentDocument?.end();
    await load(id);
  };
  return {
    form: () => {
      if (!currentDocument) throw new Error('Nothing is open.');
      return currentDocument;
    },
    draftId: () => draftId,
    /** Follows a link to a form. */
    go,
    reload: async () => {
      currentDocument?.hide();
      await currentDocument?.end();
      await load(draftId);
    },
    crash: async () => {
      await currentDocument?.end();
      await load(draftId);
    },
    close: () => currentDocument?.end(),
  };
};

export type Tab = ReturnType<typeof openTab>;

/** Returns the stored drafts as texts by id. */
export const readStoredTexts = (): ReadonlyMap<string, string> => {
  const drafts = createDrafts({ storage: () => localStorage, now: () => nowMs }).getDrafts(owner);
  return new Map(drafts.ids().map((id) => [id, drafts.slot(id).read(draftSchema)?.values.text ?? '']));
};
