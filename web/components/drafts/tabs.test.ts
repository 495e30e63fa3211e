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

/** What the user expects of each form: its current text, and the saved text, which survives a crash. */
type Expected = { text: string; safe: string; isOver: boolean };

const createModel = async () => {
  const tabs = [openTab(), openTab(), openTab()];
  for (const tab of tabs) await tab.go(undefined);
  const expectedById = new Map<string, Expected>();
  const discardedDrafts: { id: string; putBack: () => boolean }[] = [];
  let typedCount = 0;

  const idOf = (tab: Tab) => tab.form().shown().id;
  const markOver = (id: string) => {
    const draft = expectedById.get(id);
    if (draft) draft.isOver = true;
  };
  const noteDiscard = (id: string, putBack: (() => boolean) | undefined) => {
    if (!putBack) return;
    markOver(id);
    discardedDrafts.push({ id, putBack });
  };
  const markSaved = (tab: Tab) => {
    const draft = expectedById.get(idOf(tab));
    if (draft) draft.safe = draft.text;
  };

  const reopen = async (tab: Tab, load: () => Promise<void>) => {
    const idBefore = tab.draftId();
    await load();
    // A tab resumes its own draft after a reload.
    if (idBefore !== undefined) expect(idOf(tab)).toBe(idBefore);
  };

  const runStep = async ({ what, who, which }: { what: (typeof steps)[number]; who: number; which: number }) => {
    const tab = tabs[who] as Tab;
    const other = tabs[(who + 1) % tabs.length] as Tab;
    const ids = [...storedTexts().keys()];
    const id = ids[which % Math.max(ids.length, 1)];
    switch (what) {
      case 'type': {
        typedCount += 1;
        const text = `${typedCount};`;
        tab.form().type(text);
        const draft = expectedById.get(idOf(tab)) ?? { text: '', safe: text, isOver: false };
        expectedById.set(idOf(tab), { ...draft, text: draft.text + text });
        return;
      }
      case 'pause':
        tab.form().pause();
        return markSaved(tab);
      case 'reload':
        markSaved(tab);
        return reopen(tab, tab.reload);
      case 'crash': {
        // Input of the last half second is lost in a crash.
        const draft = expectedById.get(idOf(tab));
        if (draft) draft.text = draft.safe;
        return reopen(tab, tab.crash);
      }
      case 'copy':
        markSaved(other);
        return other.go(tab.draftId());
      case 'another':
        markSaved(tab);
        return tab.go(undefined);
      case 'resume':
        markSaved(tab);
        return tab.go(id);
      case 'race':
        markSaved(tab);
        markSaved(other);
        return void (await Promise.all([tab.go(id), other.go(id)]));
      case 'book':
        markOver(idOf(tab));
        return tab.form().book();
      case 'discard': {
        const idBefore = idOf(tab);
        markSaved(tab);
        return noteDiscard(idBefore, tab.form().discard());
      }
      case 'discardParked':
        return id === undefined ? undefined : noteDiscard(id, await tab.form().discardParked(id));
      case 'putBack': {
        const undo = discardedDrafts.pop();
        const draft = undo && expectedById.get(undo.id);
        if (!draft) return;
        undo.putBack();
        draft.isOver = false;
        draft.text = draft.safe;
      }
    }
  };

  const checkInvariants = () => {
    const stored = storedTexts();
    const open = tabs.map((tab) => tab.form().shown());
    // No form shows another one's text, and no draft is open twice.
    for (const { id, text } of open)
      expect(text).toBe(expectedById.get(id)?.isOver === false ? expectedById.get(id)?.text : '');
    expect(new Set(open.map(({ id }) => id)).size).toBe(open.length);
    // Drafts that no tab shows are parked unchanged, and nothing else is stored.
    for (const [id, { text, isOver }] of expectedById)
      if (!open.some((form) => form.id === id)) expect([id, stored.get(id)]).toEqual([id, isOver ? undefined : text]);
    for (const id of stored.keys()) expect(expectedById.get(id)?.isOver).toBe(false);
  };

  return { runStep, checkInvariants, close: () => Promise.all(tabs.map((tab) => tab.close())) };
};

test('shows or parks all input, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (stepsToRun) => {
      localStorage.clear();
      const model = await createModel();
      try {
        for (const nextStep of stepsToRun) {
          await model.runStep(nextStep);
          model.checkInvariants();
        }
      } finally {
        await model.close();
      }
    }),
    { numRuns: 40 },
  );
});
