import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { beforeEach, expect, test, vi } from 'vitest';
import { fontsPlugin } from './fonts-plugin.ts';

// The library checks for the Uint8Array of Node, which is not that of jsdom.
beforeEach(() => void vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer)));

const styles = readFileSync(fileURLToPath(import.meta.resolve('@cloudscape-design/global-styles/index.css')), 'utf8');
const fontFaces = [...styles.matchAll(/@font-face\s*{[^{}]*base64,([A-Za-z0-9+/=]+)[^{}]*}/g)]
  .slice(0, 2)
  .map(([fontFace, base64 = '']) => ({ fontFace, base64 }));

/** Transforms the style sheet of these font faces, then extracts its fonts, as the build does. */
const buildStyles = async (source: string) => {
  const { transform, generateBundle } = fontsPlugin();
  if (typeof transform !== 'function' || typeof generateBundle !== 'function') throw new Error('no hook');
  const transformed = await transform.call({} as never, source, 'fonts.css');
  const css = typeof transformed === 'object' && transformed?.code ? String(transformed.code) : source;
  const fonts: Buffer[] = [];
  const file = { type: 'asset', fileName: 'a/first.css', source: css };
  const context = {
    emitFile: (font: { readonly source: Buffer }) => String(fonts.push(font.source)),
    getFileName: (reference: string) => `a/font${reference}.woff2`,
  };
  generateBundle.call(context as never, {} as never, { 'a/first.css': file } as never, true);
  return { css: file.source, fonts };
};

const toSfnt = (font: Buffer, text: string, keepFeatures: readonly string[] = []) =>
  subsetFont(font, text, { targetFormat: 'sfnt', keepFeatures });

/** Reads the number of glyphs of a font in the format sfnt: it is in the table maxp, after four bytes. */
const countGlyphs = (font: Buffer) => {
  const offsets = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = offsets.find((offset) => font.toString('latin1', offset, offset + 4) === 'maxp') ?? 0;
  return font.readUInt16BE(font.readUInt32BE(entry + 8) + 4);
};

test('extracts fonts to files that do not delay the text', async () => {
  const { css } = await buildStyles(fontFaces.map(({ fontFace }) => fontFace).join(''));
  expect(css.match(/font-display:swap;[^{}]*url\(\/a\/font\d\.woff2\)/g)).toHaveLength(2);
  expect(css).toMatch(/font1.*font2/s);
  expect(css).not.toContain('base64');
});

test('shrinks fonts, but keeps their characters and ligatures', async () => {
  const [{ fontFace, base64 } = { fontFace: '', base64: '' }] = fontFaces;
  const original = Buffer.from(base64, 'base64');
  const {
    fonts: [font = Buffer.alloc(0)],
  } = await buildStyles(fontFace);
  expect(font.length).toBeLessThan(original.length * 0.7);
  const characters = [
    ...Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)),
    ...'–—‘’“”„…€™−\u{FEFF}',
  ];
  const missing: string[] = [];
  for (const character of characters)
    if (countGlyphs(await toSfnt(font, character)) !== countGlyphs(await toSfnt(original, character)))
      missing.push(character);
  expect(missing).toEqual([]);
  for (const text of ['ff', 'fi', 'ffl'])
    expect(countGlyphs(await toSfnt(font, text, ['liga']))).toBe(countGlyphs(await toSfnt(original, text, ['liga'])));
  expect(countGlyphs(await toSfnt(font, 'ffl', ['liga']))).toBeGreaterThan(countGlyphs(await toSfnt(font, 'ffl')));
});
