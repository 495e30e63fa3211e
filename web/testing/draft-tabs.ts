import { locks } from 'node:worker_threads';
import * as z from 'zod/mini';
import { createClaims, resumeDraft } from '#web/ui/drafts/claims.ts';
import { createDraftKeeper } from '#web/ui/drafts/draft-keeper.ts';
import { createDrafts } from '#web/ui/drafts/drafts.ts';

const kept = z.object({ id: z.uuid(), text: z.string() });
type Values = z.output<typeof kept>;
const owner = { region: 'nuk', email: 'sam@nuk.example', form: 'signUp' } as const;
const start = Date.parse('2026-11-02T09:30:00Z');

/** Node's own locks; who does not get one at once does not wait. */
const request = (name: string, _: unknown, work: () => Promise<void>) =>
  locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : Promise.reject(new Error('taken'))));

/** A document that shows one form, with what the product's page does around it and nothing of how it looks. */
const openDocument = async (address: string | undefined, onAddress: (id: string | undefined) => void) => {
  const drafts = createDrafts({ storage: () => localStorage, now: () => start }).of(owner);
  const claimed: { readonly key: string; readonly release: () => void }[] = [];
  const all = createClaims({ locks: () => ({ request, query: () => locks.query() }) as LockManager, patienceMs: 1 });
  const claims = {
    take: (key: string) => {
      const claim = all.take(key);
      claimed.push({ key, release: claim.release });
      return claim;
    },
  };
  const timers = new Map<() => void, number>();
  const after = (ms: number, work: () => void) => {
    timers.set(work, ms);
    return () => void timers.delete(work);
  };
  /** So long passes. */
  const pass = (ms: number) => {
    for (const [work, delay] of timers) {
      if (delay > ms) continue;
      timers.delete(work);
      work();
    }
  };
  const fresh = (): Values => ({ id: crypto.randomUUID(), text: '' });
  const found = address === undefined ? 'gone' : await resumeDraft(drafts.slot(address), claims, kept);
  const resumed = typeof found === 'string' ? undefined : found;
  if (!resumed) onAddress(undefined);
  let values = resumed?.slot.read(kept)?.values ?? fresh();
  const keeper = createDraftKeeper<Values>({
    drafts,
    claims,
    resumed,
    kept,
    isWorthIt: ({ text }) => text !== '',
    after,
    onWritten: () => undefined,
    onBegin: onAddress,
    onOwn: onAddress,
  });
  const reset = () => {
    values = fresh();
  };
  return {
    shown: () => values,
    type: (text: string) => {
      values = { ...values, text: values.text + text };
      keeper.later(values);
      // Nobody does anything else before a key has been painted.
      pass(0);
    },
    pause: () => pass(Infinity),
    book: () => {
      keeper.sending();
      keeper.answered(true);
      reset();
    },
    /** What it returns puts it back. */
    discard: () => {
      const slot = drafts.slot(values.id);
      keeper.discard();
      reset();
      return slot.isDiscarded() ? slot.putBack : undefined;
    },
    /** A draft of the list. */
    discardParked: async (id: string) => {
      const parked = await resumeDraft(drafts.slot(id), claims, kept);
      if (typeof parked === 'string') return undefined;
      parked.slot.discard();
      parked.claim.release();
      return parked.slot.putBack;
    },
    leave: () => keeper.leave(),
    /** The browser tells that the document goes. */
    hide: () => keeper.now(),
    /** The process is gone, and the browser takes its locks away. */
    end: async () => {
      timers.clear();
      for (const { release } of claimed) release();
      // As long as a browser takes to notice.
      await all.taken();
      await all.taken();
    },
  };
};

/** A tab of the one browser whose storage and locks these tests have. */
export const openTab = () => {
  let address: string | undefined;
  let shown: Awaited<ReturnType<typeof openDocument>> | undefined;
  const load = async (id: string | undefined) => {
    address = id;
    // What belongs to a document that has gone moves this tab no more.
    let isCurrent = true;
    const opened = await openDocument(id, (next) => {
      if (isCurrent) address = next;
    });
    shown = {
      ...opened,
      end: () => {
        isCurrent = false;
        return opened.end();
      },
    };
  };
  const go = async (id: string | undefined) => {
    shown?.leave();
    await shown?.end();
    await load(id);
  };
  return {
    form: () => {
      if (!shown) throw new Error('Nothing is open.');
      return shown;
    },
    address: () => address,
    /** Follows a link to a form. */
    go,
    reload: async () => {
      shown?.hide();
      await shown?.end();
      await load(address);
    },
    crash: async () => {
      await shown?.end();
      await load(address);
    },
    close: () => shown?.end(),
  };
};

export type Tab = ReturnType<typeof openTab>;

/** What the browser holds: text by id. */
export const storedTexts = (): ReadonlyMap<string, string> => {
  const drafts = createDrafts({ storage: () => localStorage, now: () => start }).of(owner);
  return new Map(drafts.ids().map((id) => [id, drafts.slot(id).read(kept)?.values.text ?? '']));
};
