import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { texts } from '#shared/locales/texts.ts';
import { insertBuiltInTexts } from './built-in-texts-plugin.ts';

const html = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const document = new DOMParser().parseFromString(insertBuiltInTexts(html), 'text/html');

test.each(Object.entries(texts))('%s: shows the loading and no-script texts', (language, allTexts) => {
  const readTexts = (selector: string) =>
    [...document.querySelectorAll(`${selector} p[lang=${language}]`)].map(({ textContent }) => textContent);
  expect(readTexts('#root')).toEqual([allTexts.firstWords.loading]);
  // With scripting enabled, the content of <noscript> is text rather than elements.
  expect(document.querySelector('noscript')?.innerHTML).toContain(allTexts.firstWords.noScript);
});

test('has the empty shell of a page, without texts', () => {
  const [bar, body] = document.querySelector('#root > .shell.is-loading')?.children ?? [];
  expect(bar?.className).toBe('top-bar');
  expect(bar?.textContent.trim()).toBe('');
  expect([...(body?.children ?? [])].map(({ localName, className }) => className || localName)).toEqual([
    'drawer',
    'main',
  ]);
  expect(body?.querySelector('main[aria-busy=true] > .content[aria-hidden=true]')?.textContent.trim()).toBe('');
});

test('has a title, no inline code and no placeholders', () => {
  expect(document.title).toBe(texts.en.shell.siteName);
  expect(document.querySelectorAll('style, [style], script:not([src])')).toHaveLength(0);
  expect(document.documentElement.outerHTML).not.toContain('%');
});
