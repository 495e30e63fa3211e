import type { BrowserContext } from '@playwright/test';
import type { Language } from '#shared/regions.ts';
import { languages } from '#shared/regions.ts';
import { expect, test } from './portal.ts';
import { newContext, openState, placeIn } from './walk/open.ts';
import type { WalkedName } from './walk/pages.ts';
import { walked } from './walk/pages.ts';
import { mainNames, mainStateOf } from './walk/pictures.ts';
import { readInTrouble, readingFile, readingOf } from './walk/reading.ts';
import type { State } from './walk/state.ts';
import { stateOf } from './walk/state.ts';

/** Holds what is read of a page to what stands in its file. */
const expectReading = async (
  context: BrowserContext,
  site: string,
  tongue: Language,
  { name, state, file }: { readonly name: WalkedName; readonly state: State; readonly file: string },
) => {
  const { page, complaints } = await openState({ context, site, tongue, walked: walked[name], state });
  expect.soft(await readingOf(page, name)).toMatchSnapshot(file);
  expect.soft(complaints).toEqual([]);
  await page.close();
};

// What is read stands in e2e/readings. A page that is meant to read otherwise: npm run e2e -- screen-reader --update-snapshots
for (const tongue of languages) {
  test(`the main pages as a screen reader reads them, in ${tongue}`, async ({ browser, baseURL }) => {
    const context = await newContext(browser, placeIn(tongue));
    for (const name of mainNames)
      await expectReading(context, baseURL ?? '', tongue, {
        name,
        state: mainStateOf(name),
        file: readingFile(name, tongue),
      });
    await context.close();
  });

  test(`what has gone wrong, or is not there, as a screen reader reads it, in ${tongue}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await newContext(browser, placeIn(tongue));
    for (const [name, state] of readInTrouble)
      await expectReading(context, baseURL ?? '', tongue, {
        name,
        state: stateOf(walked[name], state),
        file: readingFile(name, tongue, state),
      });
    await context.close();
  });
}
