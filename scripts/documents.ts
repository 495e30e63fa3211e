import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { limits } from '#shared/limits.ts';
import { prefixes } from '#shared/regions.ts';

const sources = join(import.meta.dirname, '../web/documents');
const prints = join(import.meta.dirname, '../web/public/documents');

const withFigures = (html: string) =>
  html.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const figure = Object.entries(limits.terms).find(([term]) => term === name)?.[1];
    if (figure === undefined) throw new Error(`No such figure in limits.terms: ${placeholder}`);
    return String(figure);
  });

/** Prints the cancellation forms in web/documents to tagged PDFs, with the figures of limits.terms. Run again when either changes. */
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  for (const { language } of Object.values(prefixes)) {
    const source = join(sources, `cancellation-form.${language}.html`);
    // Loaded first, so that the stylesheet's relative address still holds for the filled-in text.
    await page.goto(pathToFileURL(source).href);
    await page.setContent(withFigures(await readFile(source, 'utf8')), { waitUntil: 'load' });
    const path = join(prints, `cancellation-form-${language}.pdf`);
    await page.pdf({ path, preferCSSPageSize: true, printBackground: true, tagged: true });
    console.log(path);
  }
} finally {
  await browser.close();
}
