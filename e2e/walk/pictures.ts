import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { languages } from '#shared/regions.ts';
import type { Language } from '#shared/regions.ts';
import { newContext, openState, pictureOf, placeIn, resize, windowOf } from './open.ts';
import type { Pane } from './open.ts';
import { mainPages, walked } from './pages.ts';
import { readingOf } from './reading.ts';
import { stateOf } from './state.ts';

type MainPage = keyof typeof mainPages;
export const mainNames = Object.keys(mainPages) as MainPage[];

/** Of one language a page shows in both colour schemes: the others have the same. */
const schemesIn = (tongue: Language) => (tongue === 'en' ? (['light', 'dark'] as const) : (['light'] as const));

/** A window's size on a sheet: the words of a table can be read, and a sheet stays a few screens. */
const scale = 0.5;
const widths = [320, 1280] as const;

/** Of a long page its beginning shows, so many windows tall. */
const mostWindows = 1.6;

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const sheetFile = (name: MainPage) => `${kebab(name)}.webp`;

/** The README's pictures, one for each colour scheme of its readers. */
export const readmePictures = { light: 'readme-light.webp', dark: 'readme-dark.webp' } as const;

/** Tells one structure of a page from another: of its readings in all languages. */
export const fingerprintOf = (readings: Readonly<Record<Language, string>>) =>
  createHash('sha256')
    .update(languages.map((language) => readings[language].trim()).join('\n\n'))
    .digest('hex');

export const mainStateOf = (name: MainPage) => stateOf(walked[name], mainPages[name]);

const pictureTag = (image: Buffer, width: (typeof widths)[number]) => {
  const most = windowOf(width).height * mostWindows * scale;
  const source = `data:image/webp;base64,${image.toString('base64')}`;
  return `<span style="max-height: ${most}px"><img src="${source}" width="${width * scale}"></span>`;
};

type Row = { readonly title: string; readonly images: readonly string[] };

const sheet = (rows: readonly Row[]) => `<!doctype html><style>
  body { margin: 0; padding: 12px; width: max-content; background: #8c8c94; font: 12px system-ui, sans-serif; }
  h2 { margin: 8px 0 4px; font-size: 12px; } div { display: flex; gap: 12px; align-items: start; }
  span { display: block; overflow: hidden; }
</style>${rows.map(({ title, images }) => `<h2>${title}</h2><div>${images.join('')}</div>`).join('')}`;

type Options = {
  readonly browser: Browser;
  readonly site: string;
  readonly out: string;
};

/** A main page in one language: its reading, a row of windows for each colour scheme, and of one page the README's pictures. */
const viewIn = async ({ browser, site, out }: Options, name: MainPage, tongue: Language) => {
  const context = await newContext(browser, placeIn(tongue));
  const open = (pane?: Pane) =>
    openState({ context, site, tongue, walked: walked[name], state: mainStateOf(name), pane });
  const { page } = await open();
  const reading = await readingOf(page, name);
  const rows: Row[] = [];
  for (const scheme of schemesIn(tongue)) {
    const images: string[] = [];
    for (const width of widths) {
      const pane = { width, scheme };
      const shown = walked[name].loadsAnew ? (await open(pane)).page : page;
      await resize(shown, pane);
      images.push(pictureTag(await pictureOf(shown, pane, { quality: 90 }), width));
    }
    rows.push({ title: `${name}: ${tongue}, ${scheme}`, images });
  }
  if (name === 'repairDetails' && tongue === 'en')
    for (const [scheme, file] of Object.entries(readmePictures)) {
      await resize(page, { width: 1280, scheme: scheme === 'dark' ? 'dark' : 'light' });
      await page.screenshot({ path: join(out, file), type: 'webp', quality: 80 });
    }
  await context.close();
  return { reading, rows };
};

/** Makes a contact sheet of a page: every language, one of them light and dark, as a phone and a till show it. Resolves to the page's fingerprint. */
export const takePicture = async (options: Options, name: MainPage): Promise<string> => {
  const { browser, out } = options;
  await mkdir(out, { recursive: true });
  const rows: Row[] = [];
  const readings: [Language, string][] = [];
  for (const tongue of languages) {
    const view = await viewIn(options, name, tongue);
    rows.push(...view.rows);
    readings.push([tongue, view.reading]);
  }
  const page = await browser.newPage();
  await page.setContent(sheet(rows));
  await page.locator('body').screenshot({ path: join(out, sheetFile(name)), type: 'webp', quality: 75 });
  await page.close();
  return fingerprintOf(Object.fromEntries(readings) as Record<Language, string>);
};

export const writeTaken = (out: string, taken: Readonly<Record<string, string>>) =>
  writeFile(join(out, 'taken.json'), `${JSON.stringify(taken, undefined, 2)}\n`);
