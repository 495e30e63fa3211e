import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTab, storedTexts } from '#web/testing/draft-tabs.ts';
import type { Tab } from '#web/testing/draft-tabs.ts';

const steps = [
  'type',
  'type',
  'pause',
  'reload',
  'crash',
  'copy',
  'another',
  'resume',
  'race',
  'book',
  'discard',
  'discardParked',
  'putBack',
] as const;
const step = fc.record({ what: fc.constantFrom(...steps), who: fc.nat(2), which: fc.nat(7) });

/** What a person at these tabs knows of each form: what was typed last, and what at least outlives a crash. */
type Known = { text: string; safe: string; isOver: boolean };

const createWorld = async () => {
  const tabs = [openTab(), openTab(), openTab()];
  for (const tab of tabs) await tab.go(undefined);
  const known = new Map<string, Known>();
  const undos: { id: string; putBack: () => boolean }[] = [];
  let typed = 0;

  const idIn = (tab: Tab) => tab.form().shown().id;
  const end = (id: string) => {
    const draft = known.get(id);
    if (draft) draft.isOver = true;
  };
  const discarded = (id: string, putBack: (() => boolean) | undefined) => {
    if (!putBack) return;
    end(id);
    undos.push({ id, putBack });
  };
  const keep = (tab: Tab) => {
    const draft = known.get(idIn(tab));
    if (draft) draft.safe = draft.text;
  };

  const again = async (tab: Tab, load: () => Promise<void>) => {
    const own = tab.address();
    await load();
    // A tab that comes back goes on with its own draft.
    if (own !== undefined) expect(idIn(tab)).toBe(own);
  };

  const take = async ({ what, who, which }: { what: (typeof steps)[number]; who: number; which: number }) => {
    const tab = tabs[who] as Tab;
    const other = tabs[(who + 1) % tabs.length] as Tab;
    const ids = [...storedTexts().keys()];
    const id = ids[which % Math.max(ids.length, 1)];
    switch (what) {
      case 'type': {
        typed += 1;
        const text = `${typed};`;
        tab.form().type(text);
        const draft = known.get(idIn(tab)) ?? { text: '', safe: text, isOver: false };
        known.set(idIn(tab), { ...draft, text: draft.text + text });
        return;
      }
      case 'pause':
        tab.form().pause();
        return keep(tab);
      case 'reload':
        keep(tab);
        return again(tab, tab.reload);
      case 'crash': {
        // What was typed in the last half second goes with the process.
        const draft = known.get(idIn(tab));
        if (draft) draft.text = draft.safe;
        return again(tab, tab.crash);
      }
      case 'copy':
        keep(other);
        return other.go(tab.address());
      case 'another':
        keep(tab);
        return tab.go(undefined);
      case 'resume':
        keep(tab);
        return tab.go(id);
      case 'race':
        keep(tab);
        keep(other);
        return void (await Promise.all([tab.go(id), other.go(id)]));
      case 'book':
        end(idIn(tab));
        return tab.form().book();
      case 'discard': {
        const own = idIn(tab);
        keep(tab);
        return discarded(own, tab.form().discard());
      }
      case 'discardParked':
        return id === undefined ? undefined : discarded(id, await tab.form().discardParked(id));
      case 'putBack': {
        const undo = undos.pop();
        const draft = undo && known.get(undo.id);
        if (!draft) return;
        undo.putBack();
        draft.isOver = false;
        draft.text = draft.safe;
      }
    }
  };

  const judge = () => {
    const stored = storedTexts();
    const open = tabs.map((tab) => tab.form().shown());
    // No form shows what was typed in another, and none is open twice.
    for (const { id, text } of open) expect(text).toBe(known.get(id)?.isOver === false ? known.get(id)?.text : '');
    expect(new Set(open.map(({ id }) => id)).size).toBe(open.length);
    // What no tab shows is parked as it was typed, and nothing else is.
    for (const [id, { text, isOver }] of known)
      if (!open.some((form) => form.id === id)) expect([id, stored.get(id)]).toEqual([id, isOver ? undefined : text]);
    for (const id of stored.keys()) expect(known.get(id)?.isOver).toBe(false);
  };

  return { take, judge, close: () => Promise.all(tabs.map((tab) => tab.close())) };
};

test('in any number of tabs, whatever happens in which order: what was typed is where it was typed, or parked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (taken) => {
      localStorage.clear();
      const world = await createWorld();
      try {
        for (const one of taken) {
          await world.take(one);
          world.judge();
        }
      } finally {
        await world.close();
      }
    }),
    { numRuns: 40 },
  );
});
