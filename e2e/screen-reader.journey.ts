import { expect } from '@playwright/test';
import { languages } from '#shared/regions.ts';
import { test } from './walk/open.ts';
import { mainNames, mainPages, readInTrouble, readingFile, readingOf } from './walk/pages.ts';

// What is read stands in e2e/readings. A page that is meant to read otherwise: npm run e2e -- screen-reader --update-snapshots
for (const tongue of languages)
  test.describe(tongue, () => {
    test.use({ tongue });

    test('the main pages as a screen reader reads them', async ({ open }) => {
      for (const name of mainNames) {
        const page = await open(name, mainPages[name]);
        expect.soft(await readingOf(page, name)).toMatchSnapshot(readingFile(name, tongue));
      }
    });

    test('what has gone wrong, or is not there, as a screen reader reads it', async ({ open }) => {
      for (const [name, state] of readInTrouble) {
        const page = await open(name, state);
        expect.soft(await readingOf(page, name)).toMatchSnapshot(readingFile(name, tongue, state));
      }
    });
  });
