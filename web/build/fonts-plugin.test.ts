import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { beforeEach, expect, test, vi } from 'vitest';
import { fontsPlugin } from './fonts-plugin.ts';

const styles = readFileSync(fileURLToPath(import.meta.resolve('@cloudscape-design/global-styles/index.css')), 'utf8');
const fontFaces = [...styles.matchAll(/@font-face\s*{[^{}]*base64,([A-Za-z0-9+/=]+)[^{}]*}/g)].slice(0, 2);

// The library checks for the Uint8Array of Node, which is not that of jsdom.
beforeEach(() => void vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer)));

const extractFonts = async (source: string) => {
  const { generateBundle } = fontsPlugin();
  if (typeof generateBundle !== 'function') throw new Error('no hook');
  const fonts: Buffer[] = [];
  const file = { type: 'asset', fileName: 'a/first.css', source };
  const context = {
    emitFile: (font: { readonly source: Buffer }) => String(fonts.push(font.source)),
    getFileName: (reference: string) => `a/font${reference}.woff2`,
  };
  await generateBundle.call(context as never, {} as never, { 'a/first.css': file } as never, true);
  return { css: file.source, fonts };
};

/** Returns how many bytes a font takes with these characters only, which depends on the characters that it has. */
const measureSubset = async (font: Buffer, text: string) =>
  (await subsetFont(font, text, { targetFormat: 'woff2', noHinting: true, noLayoutClosure: true })).length;

test('extracts fonts to files that do not delay the text', async () => {
  const { css } = await extractFonts(fontFaces.map(([fontFace]) => fontFace).join(''));
  expect(css.match(/font-display:swap;[^{}]*url\(\/a\/font\d\.woff2\)/g)).toHaveLength(2);
  expect(css).toMatch(/font1.*font2/s);
  expect(css).not.toContain('base64');
});

test('removes the hints of fonts, but none of their characters', async () => {
  const original = Buffer.from(fontFaces[0]?.[1] ?? '', 'base64');
  const { fonts } = await extractFonts(fontFaces[0]?.[0] ?? '');
  const [font = Buffer.alloc(0)] = fonts;
  expect(font.length).toBeLessThan(original.length * 0.7);
  for (const text of ['Retail', 'äöüßÄÖÜ', 'àâæçéèêëîïôœùûÿ', '„“”‘’–…€ ', '']) {
    const size = await measureSubset(original, text);
    expect(Math.abs((await measureSubset(font, text)) - size) / size).toBeLessThan(0.02);
  }
});
