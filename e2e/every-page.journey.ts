import { expect } from '@playwright/test';
import { languages } from '#shared/config/regions.ts';
import { axeFindings, cutFindings, overflowFindings } from './walk/checks.ts';
import { test } from './walk/open.ts';
import type { WalkedName } from './walk/pages.ts';
import { allPages } from './walk/pages.ts';
import { toStateEntries } from './walk/state.ts';

/** States in which a page is wider than usual; checked in German only, which has the longest words. */
const widerStates: { readonly [Name in WalkedName]?: readonly string[] } = {
  home: ['drafts are parked'],
  changePassword: ['codes are set up'],
  bookReturn: ['file is told about', 'file is asked about'],
  manageUsers: ['history'],
};

// The walk checks every state in every window (docs/walk.md); this only checks one state of each page, and the wider
// ones, on the narrowest screen.
for (const tongue of languages)
  test.describe(tongue, () => {
    test.use({ tongue });
    for (const name of Object.keys(allPages) as WalkedName[])
      test(`${name} fits a phone`, async ({ open }) => {
        const [[firstState] = ['']] = toStateEntries(allPages[name]);
        for (const state of [firstState, ...((tongue === 'de' && widerStates[name]) || [])]) {
          const page = await open(name, state, { pane: { width: 320, scheme: 'light' } });
          // The axe rules don't depend on the language.
          const checks = [overflowFindings, cutFindings, ...(tongue === 'en' ? [axeFindings] : [])];
          for (const findings of checks) expect.soft(await findings(page), state).toEqual([]);
        }
      });
  });
