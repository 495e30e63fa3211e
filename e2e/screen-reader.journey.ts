import { languages } from '#shared/regions.ts';
import { expect, test } from './portal.ts';
import { newContext, openState, placeIn } from './walk/open.ts';
import { walked } from './walk/pages.ts';
import { mainNames, mainStateOf } from './walk/pictures.ts';
import { readingFile, readingOf } from './walk/reading.ts';

// What is read stands in e2e/readings. A page that is meant to read otherwise: npm run e2e -- screen-reader --update-snapshots
for (const tongue of languages)
  test(`the main pages as a screen reader reads them, in ${tongue}`, async ({ browser, baseURL }) => {
    const context = await newContext(browser, placeIn(tongue));
    for (const name of mainNames) {
      const { page, complaints } = await openState({
        context,
        site: baseURL ?? '',
        tongue,
        walked: walked[name],
        state: mainStateOf(name),
      });
      expect.soft(await readingOf(page, name)).toMatchSnapshot(readingFile(name, tongue));
      expect.soft(complaints).toEqual([]);
      await page.close();
    }
    await context.close();
  });
