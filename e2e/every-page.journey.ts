import { expect } from '@playwright/test';
import { languages } from '#shared/regions.ts';
import { axeFindings, cutFindings, overflowFindings } from './walk/checks.ts';
import { test } from './walk/open.ts';
import type { WalkedName } from './walk/pages.ts';
import { walked } from './walk/pages.ts';
import { statesOf } from './walk/state.ts';

/** States in which a page holds something wider than it does otherwise: looked at in German, which has the longest words. */
const wider: { readonly [Name in WalkedName]?: readonly string[] } = {
  home: ['drafts are parked'],
  changePassword: ['codes are set up'],
  bookReturn: ['file is told about', 'file is asked about'],
  manageUsers: ['history'],
};

// The walk looks at every state in every window (docs/walk.md): this is one state of each page, and the wider ones, where room is least.
for (const tongue of languages)
  test.describe(tongue, () => {
    test.use({ tongue });
    for (const name of Object.keys(walked) as WalkedName[])
      test(`${name} fits a phone`, async ({ open }) => {
        const [[first] = ['']] = statesOf(walked[name]);
        for (const state of [first, ...((tongue === 'de' && wider[name]) || [])]) {
          const page = await open(name, state, { pane: { width: 320, scheme: 'light' } });
          // What axe looks for is no matter of language.
          const found = [overflowFindings, cutFindings, ...(tongue === 'en' ? [axeFindings] : [])];
          for (const findings of found) expect.soft(await findings(page), state).toEqual([]);
        }
      });
  });
