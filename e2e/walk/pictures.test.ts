import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createByLanguage } from '#shared/config/regions.ts';
import { mainPageNames, toReadingFileName } from './pages.ts';
import { computeFingerprint, readmePictures, toSheetFileName } from './pictures.ts';

const root = join(import.meta.dirname, '../..');
const pictures = join(root, 'docs/pictures');
const fingerprints = JSON.parse(readFileSync(join(pictures, 'taken.json'), 'utf8')) as Record<string, string>;
const readReadings = (name: (typeof mainPageNames)[number]) =>
  createByLanguage((language) => readFileSync(join(root, 'e2e/readings', toReadingFileName(name, language)), 'utf8'));

// A reading is a page's accessibility snapshot. A journey compares the readings with the pages. To update the pictures: npm run pictures
test.each(mainPageNames)('the picture of %s matches the current page', (name) => {
  expect(fingerprints[name]).toBe(computeFingerprint(readReadings(name)));
});

test('the pictures stay below 1.5 MB in total', () => {
  const bytes = [...mainPageNames.map(toSheetFileName), ...Object.values(readmePictures)].map(
    (file) => statSync(join(pictures, file)).size,
  );
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(1_500_000);
});
