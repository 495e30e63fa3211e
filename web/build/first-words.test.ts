import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { texts } from '#shared/locales/texts.ts';
import { withFirstWords } from './first-words-plugin.ts';

const html = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const document = new DOMParser().parseFromString(withFirstWords(html), 'text/html');

test.each(Object.entries(texts))('%s: the document says that it is loading, and what it needs', (language, all) => {
  const said = (place: string) =>
    [...document.querySelectorAll(`${place} p[lang=${language}]`)].map(({ textContent }) => textContent);
  expect(said('#root')).toEqual([all.firstWords.loading]);
  // Without scripting, what <noscript> holds is part of the page; with it, it is text.
  expect(document.querySelector('noscript')?.innerHTML).toContain(all.firstWords.noScript);
});

test('it has a title, nothing inline that the content policy would refuse, and no placeholder left', () => {
  expect(document.title).toBe(texts.en.shell.siteName);
  expect(document.querySelectorAll('style, [style], script:not([src])')).toHaveLength(0);
  expect(document.documentElement.outerHTML).not.toContain('%');
});
