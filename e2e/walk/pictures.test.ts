import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { byLanguage } from '#shared/regions.ts';
import { mainNames, readingFile } from './pages.ts';
import { fingerprintOf, readmePictures, sheetFile } from './pictures.ts';

const root = join(import.meta.dirname, '../..');
const pictures = join(root, 'docs/pictures');
const taken = JSON.parse(readFileSync(join(pictures, 'taken.json'), 'utf8')) as Record<string, string>;
const readingsOf = (name: (typeof mainNames)[number]) =>
  byLanguage((language) => readFileSync(join(root, 'e2e/readings', readingFile(name, language)), 'utf8'));

// The readings are held to the pages by the journeys. Where this fails: npm run pictures
test.each(mainNames)('the picture of %s shows the page as it reads today', (name) => {
  expect(taken[name]).toBe(fingerprintOf(readingsOf(name)));
});

test('the pictures that are kept are light', () => {
  const bytes = [...mainNames.map(sheetFile), ...Object.values(readmePictures)].map(
    (file) => statSync(join(pictures, file)).size,
  );
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(1_500_000);
});
