import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTab, readStoredTexts } from '#web/testing/draft-tabs.ts';
import type { Tab } from '#web/testing/draft-tabs.ts';

/**
 * `copy` opens this tab's draft in another tab too, `another` opens an empty form, `resume` opens a stored draft, and `race` opens
 * it in two tabs at once. `putBack` undoes the last discard.
 */
const actions = [
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
const step = fc.record({ action: fc.constantFrom(...actions), tabIndex: fc.nat(2), draftNumber: fc.nat(7) });

/** Expected state of a form: its current text, the saved text, which survives a crash, and whether its draft was booked or discarded. */
type ExpectedForm = { text: string; savedText: string; isOver: boolean };

const createModel = async () => {
  const tabs = [openTab(), openTab(), openTab()];
  for (const tab of tabs) await tab.go(undefined);
  const expectedById = new Map<string, ExpectedForm>();
  const discardedDrafts: { id: string; putBack: () => boolean }[] = [];
  let typedCount = 0;

  const getShownId = (tab: Tab) => tab.form().getValues().id;
  const markOver = (id: string) => {
    const draft = expectedById.get(id);
    if (draft) draft.isOver = true;
  };
  const recordDiscard = (id: string, putBack: (() => boolean) | undefined) => {
    if (!putBack) return;
    markOver(id);
    discardedDrafts.push({ id, putBack });
  };
  const markSaved = (tab: Tab) => {
    const draft = expectedById.get(getShownId(tab));
    if (draft) draft.savedText = draft.text;
  };

  const reopen = async (tab: Tab, load: () => Promise<void>) => {
    const idBefore = tab.draftId();
    await load();
    // A tab resumes its own draft after a reload.
    if (idBefore !== undefined) expect(getShownId(tab)).toBe(idBefore);
  };

  const runStep = async ({
    action,
    tabIndex,
    draftNumber,
  }: {
    action: (typeof actions)[number];
    tabIndex: number;
    draftNumber: number;
  }) => {
    const tab = tabs[tabIndex] as Tab;
    const otherTab = tabs[(tabIndex + 1) % tabs.length] as Tab;
    const ids = [...readStoredTexts().keys()];
    const id = ids[draftNumber % Math.max(ids.length, 1)];
    switch (action) {
      case 'type': {
        typedCount += 1;
        const text = `${typedCount};`;
        tab.form().type(text);
        const draft = expectedById.get(getShownId(tab)) ?? { text: '', savedText: text, isOver: false };
        expectedById.set(getShownId(tab), { ...draft, text: draft.text + text });
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
        const draft = expectedById.get(getShownId(tab));
        if (draft) draft.text = draft.savedText;
        return reopen(tab, tab.crash);
      }
      case 'copy':
        markSaved(otherTab);
        return otherTab.go(tab.draftId());
      case 'another':
        markSaved(tab);
        return tab.go(undefined);
      case 'resume':
        markSaved(tab);
        return tab.go(id);
      case 'race':
        markSaved(tab);
        markSaved(otherTab);
        return void (await Promise.all([tab.go(id), otherTab.go(id)]));
      case 'book':
        markOver(getShownId(tab));
        return tab.form().book();
      case 'discard': {
        const idBefore = getShownId(tab);
        markSaved(tab);
        return recordDiscard(idBefore, tab.form().discard());
      }
      case 'discardParked':
        return id === undefined ? undefined : recordDiscard(id, await tab.form().discardParked(id));
      case 'putBack': {
        const undo = discardedDrafts.pop();
        const draft = undo && expectedById.get(undo.id);
        if (!draft) return;
        undo.putBack();
        draft.isOver = false;
        draft.text = draft.savedText;
      }
    }
  };

  const checkInvariants = () => {
    const stored = readStoredTexts();
    const openForms = tabs.map((tab) => tab.form().getValues());
    // No form shows the text of another form, and no draft is open twice.
    for (const { id, text } of openForms)
      expect(text).toBe(expectedById.get(id)?.isOver === false ? expectedById.get(id)?.text : '');
    expect(new Set(openForms.map(({ id }) => id)).size).toBe(openForms.length);
    // Drafts that no tab shows are parked unchanged, and nothing else is stored.
    for (const [id, { text, isOver }] of expectedById)
      if (!openForms.some((form) => form.id === id))
        expect([id, stored.get(id)]).toEqual([id, isOver ? undefined : text]);
    for (const id of stored.keys()) expect(expectedById.get(id)?.isOver).toBe(false);
  };

  return { runStep, checkInvariants, close: () => Promise.all(tabs.map((tab) => tab.close())) };
};

test('shows or parks all input, in any order of actions', async () => {
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
