import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findStage, stageNames } from '#infra/stages.ts';
import type { Stage } from '#infra/stages.ts';
import { toCancellationFormPath } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { prefixes } from '#shared/config/regions.ts';
import { runWithChromium } from '../browsers.ts';
import { createOptionsParser, runCommandLine } from '../command-line.ts';

const sourceFolder = join(import.meta.dirname, '../../web/documents');
const outputFolder = join(import.meta.dirname, '../../web/public');

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const fillTemplate = (html: string, { name: provider, address, email, phone }: Stage['provider']) => {
  const values = { ...limits.terms, provider: [provider, ...address, email, ...(phone ? [phone] : [])].join(', ') };
  return html.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.entries(values).find(([valueName]) => valueName === name)?.[1];
    if (value === undefined) throw new Error(`There is no value for ${placeholder}.`);
    return escapeHtml(String(value));
  });
};

const usage = `Prints the cancellation forms in web/documents to tagged PDFs, for each stage with its provider. It needs Chromium.

  npm run documents

Run it again when the forms, a stage's provider or limits.terms change. What it prints depends on the fonts of the machine.`;

const printForms = () =>
  runWithChromium(async (browser) => {
    const page = await browser.newPage();
    for (const stage of stageNames)
      for (const { language } of Object.values(prefixes)) {
        const source = join(sourceFolder, `cancellation-form.${language}.html`);
        // The source is loaded first, so that the relative URL of the stylesheet also resolves for the filled-in HTML.
        await page.goto(pathToFileURL(source).href);
        const html = fillTemplate(await readFile(source, 'utf8'), findStage(stage).provider);
        await page.setContent(html, { waitUntil: 'load' });
        const path = join(outputFolder, toCancellationFormPath(stage, language));
        await page.pdf({ path, preferCSSPageSize: true, printBackground: true, tagged: true });
        console.log(path);
      }
  });

await runCommandLine({ usage, read: createOptionsParser({}), run: printForms });
