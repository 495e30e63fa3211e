import { expect } from '@playwright/test';
import { languages } from '#shared/config/regions.ts';
import { findAxeViolations, findCutTexts, findOverflow } from './walk/checks.ts';
import { test } from './walk/open.ts';
import type { WalkedName } from './walk/pages.ts';
import { allPages } from './walk/pages.ts';
import { toStateEntries } from './walk/state.ts';

/** States in which a page is wider than usual; checked in German only, which has the longest words. */
const widerStates: { readonly [Name in WalkedName]?: readonly string[] } = {
  home: ['drafts are parked'],
  changePassword: ['codes are set up'],
  bookReturn: ['file report', 'file questions'],
  manageUsers: ['history'],
};

// The walk checks every state in every window (docs/walk.md); this journey only checks one state of each page, and the
// wider states, on the narrowest screen.
for (const language of languages)
  test.describe(language, () => {
    test.use({ language });
    for (const name of Object.keys(allPages) as WalkedName[])
      test(`${name} fits a phone`, async ({ open }) => {
        const [[firstState] = ['']] = toStateEntries(allPages[name]);
        for (const state of [firstState, ...((language === 'de' && widerStates[name]) || [])]) {
          const page = await open(name, state, { pane: { width: 320, scheme: 'light' } });
          // The axe rules don't depend on the language.
          const checks = [findOverflow, findCutTexts, ...(language === 'en' ? [findAxeViolations] : [])];
          for (const findProblems of checks) expect.soft(await findProblems(page), state).toEqual([]);
        }
      });
  });
