import { languages } from '#shared/regions.ts';
import { expect, test } from './portal.ts';
import { axeFindings, cutFindings, overflowFindings } from './walk/checks.ts';
import { newContext, openState, placeIn, resize } from './walk/open.ts';
import { walked } from './walk/pages.ts';
import { statesOf } from './walk/state.ts';

// The walk looks at every state in every window (docs/walk.md): this is one state of each page, where room is least.
for (const tongue of languages)
  test(`every page fits a phone, in ${tongue}`, async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const context = await newContext(browser, placeIn(tongue));
    for (const [name, shown] of Object.entries(walked)) {
      const pane = { width: 320, scheme: 'light' } as const;
      const [[stateName, state]] = statesOf(shown) as [ReturnType<typeof statesOf>[number]];
      const opened = await openState({
        context,
        site: baseURL ?? '',
        tongue,
        walked: shown,
        state,
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
      expect.soft(found, `${name}: ${stateName}`).toEqual([]);
      await opened.page.close();
    }
    await context.close();
  });
