import { expect, test } from 'vitest';
import { fontsPlugin } from './fonts-plugin.ts';

const fontFace = (weight: number, style: string, base64: string) =>
  `@font-face{font-family:Open Sans;font-weight:${weight};font-style:${style};src:url(data:font/woff2;base64,${base64})format("woff2")}`;

test('extracts fonts to files that do not delay the text', () => {
  const { generateBundle } = fontsPlugin();
  if (typeof generateBundle !== 'function') throw new Error('no hook');
  const file = {
    type: 'asset',
    fileName: 'a/first.css',
    source: [fontFace(400, 'normal', 'AAAA'), fontFace(400, 'italic', 'BBBB'), fontFace(700, 'normal', 'CCCC')].join(
      '',
    ),
  };
  const context = {
    emitFile: ({ source }: { readonly source: Buffer }) => source.toString('base64'),
    getFileName: (reference: string) => `a/${reference}.woff2`,
  };
  generateBundle.call(context as never, {} as never, { 'a/first.css': file } as never, true);
  expect(file.source.match(/font-display:swap;[^{}]*url\(\/a\/\w{4}\.woff2\)/g)).toHaveLength(3);
  expect(file.source).not.toContain('base64');
});
