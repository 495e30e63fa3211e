import { expect } from '@playwright/test';
import { languages } from '#shared/config/regions.ts';
import { test } from './walk/open.ts';
import { mainPageNames, mainPages, errorReadings, toReadingFileName, takeReading } from './walk/pages.ts';

// A reading is the accessibility snapshot of a page as text. The expected readings are in e2e/readings. To update them:
// npm run e2e -- screen-reader --update-snapshots
for (const language of languages)
  test.describe(language, () => {
    test.use({ language });

    test('main pages match their recorded readings', async ({ open }) => {
      for (const name of mainPageNames) {
        const page = await open(name, mainPages[name]);
        expect.soft(await takeReading(page, name)).toMatchSnapshot(toReadingFileName(name, language));
      }
    });

    test('error and empty states match their recorded readings', async ({ open }) => {
      for (const [name, state] of errorReadings) {
        const page = await open(name, state);
        expect.soft(await takeReading(page, name)).toMatchSnapshot(toReadingFileName(name, language, state));
      }
    });
  });
