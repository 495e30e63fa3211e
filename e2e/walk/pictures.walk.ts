import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createByLanguage, languages } from '#shared/config/regions.ts';
import { takePicture, resize, test, toWindowSize } from './open.ts';
import type { Pane } from './open.ts';
import { mainPageNames, mainPages, takeReading } from './pages.ts';
import { computeFingerprint, readmePictures, toSheetFileName } from './pictures.ts';

const outputFolder = 'docs/pictures';

/** Scale of the windows on a sheet: text in tables stays readable, and a sheet takes a few screens. */
const scale = 0.5;
const widths = [320, 1280] as const;

/** Maximum height of a picture in window heights; longer pages are cropped. */
const maxWindowHeights = 1.6;

const createPictureTag = (image: Buffer, { width }: Pane) => {
  const maxHeight = toWindowSize(width).height * maxWindowHeights * scale;
  const source = `data:image/webp;base64,${image.toString('base64')}`;
  return `<span style="max-height: ${maxHeight}px"><img src="${source}" width="${width * scale}"></span>`;
};

const createSheet = (rows: readonly string[]) => `<!doctype html><style>
  body { margin: 0; padding: 12px; width: max-content; background: #8c8c94; font: 12px system-ui, sans-serif; }
  h2 { margin: 8px 0 4px; font-size: 12px; } div { display: flex; gap: 12px; align-items: start; }
  span { display: block; overflow: hidden; }
</style>${rows.join('')}`;

/** Fingerprints of the pages' readings (what a screen reader would read, as text) when the pictures were taken, by page. */
const fingerprints: Record<string, string> = {};
test.describe.configure({ mode: 'serial' });

/** Creates a contact sheet of each page: every language, English in light and dark, at phone and desktop width. */
for (const name of mainPageNames) {
  const readings = createByLanguage(() => '');
  const rows: string[] = [];
  for (const language of languages)
    test.describe(() => {
      test.use({ language });
      test(`${name} in ${language}`, async ({ open }) => {
        // Colors don't depend on the language.
        for (const scheme of ['light', ...(language === 'en' ? (['dark'] as const) : [])] as const) {
          const images: string[] = [];
          for (const width of widths) {
            const pane = { width, scheme };
            const page = await open(name, mainPages[name], { pane });
            readings[language] = await takeReading(page, name);
            images.push(createPictureTag(await takePicture(page, pane, 90), pane));
          }
          rows.push(`<h2>${name}: ${language}, ${scheme}</h2><div>${images.join('')}</div>`);
        }
      });
    });
  test(`the contact sheet of ${name}`, async ({ page }) => {
    await page.setContent(createSheet(rows));
    await page
      .locator('body')
      .screenshot({ path: join(outputFolder, toSheetFileName(name)), type: 'webp', quality: 75 });
    fingerprints[name] = computeFingerprint(readings);
  });
}

test('README pictures and fingerprints', async ({ open }) => {
  const page = await open('repairDetails', mainPages.repairDetails);
  for (const [scheme, file] of Object.entries(readmePictures)) {
    await resize(page, { width: 1280, scheme: scheme === 'dark' ? 'dark' : 'light' });
    await page.screenshot({ path: join(outputFolder, file), type: 'webp', quality: 80 });
  }
  await writeFile(join(outputFolder, 'taken.json'), `${JSON.stringify(fingerprints, undefined, 2)}\n`);
});
