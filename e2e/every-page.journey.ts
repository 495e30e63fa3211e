import { languages } from '#shared/regions.ts';
import { expect, test } from './portal.ts';
import { axeFindings, cutFindings, overflowFindings } from './walk/checks.ts';
import { newContext, openState, placeIn, resize } from './walk/open.ts';
import type { WalkedName } from './walk/pages.ts';
import { walked } from './walk/pages.ts';
import { stateOf, statesOf } from './walk/state.ts';

/** States in which a page holds something wider than it does otherwise: looked at in German, which has the longest words. */
const wider: { readonly [Name in WalkedName]?: readonly string[] } = {
  home: ['drafts are parked'],
  changePassword: ['codes are set up'],
  bookReturn: ['file is told about', 'file is asked about'],
  manageUsers: ['history'],
};

// The walk looks at every state in every window (docs/walk.md): this is one state of each page, and the wider ones, where room is least.
for (const [name, shown] of Object.entries(walked))
  test(`${name} fits a phone, in every language`, async ({ browser, baseURL }) => {
    const [[first] = ['']] = statesOf(shown);
    const others = wider[name as WalkedName] ?? [];
    for (const tongue of languages) {
      const context = await newContext(browser, placeIn(tongue));
      for (const state of [first, ...(tongue === 'de' ? others : [])]) {
        const pane = { width: 320, scheme: 'light' } as const;
        const opened = await openState({
          context,
          site: baseURL ?? '',
          tongue,
          walked: shown,
          state: stateOf(shown, state),
          pane: shown.loadsAnew ? pane : undefined,
        });
        await resize(opened.page, pane);
        const found = [
          ...(await overflowFindings(opened.page)),
          ...(await cutFindings(opened.page)),
          // What axe looks for is no matter of language.
          ...(tongue === 'en' ? await axeFindings(opened.page) : []),
          ...opened.complaints,
        ];
        expect.soft(found, `${state}, in ${tongue}`).toEqual([]);
        await opened.page.close();
      }
      await context.close();
    }
  });
