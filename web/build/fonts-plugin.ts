import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const fontFacePattern = /@font-face\s*{([^{}]*)url\(["']?data:font\/woff2;base64,([A-Za-z0-9+/=]+)["']?\)/g;

/** All characters below the surrogates: each that a font has is kept. */
const allCharacters = Array.from({ length: 0xd8_00 }, (_, code) => String.fromCodePoint(code)).join('');

/**
 * Removes the hinting instructions of a font, a third of it: macOS, iOS and Android ignore them, and Windows smooths text
 * without them.
 */
const removeHints = (font: Buffer): Promise<Buffer> =>
  subsetFont(font, allCharacters, { targetFormat: 'woff2', noHinting: true, noLayoutClosure: true });

/**
 * Extracts the fonts of Cloudscape's style sheet into files, without hints: they are smaller, cached separately and
 * allowed by our content security policy. They are not preloaded, because they would compete with the first paint: until they arrive,
 * a fallback with their metrics stands in (web/app/theme.css).
 */
export const fontsPlugin = (): Plugin => ({
  name: 'fonts-as-files',
  apply: 'build',
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      for (const [fontFace, rules = '', base64 = ''] of String(file.source).matchAll(fontFacePattern)) {
        const source = await removeHints(Buffer.from(base64, 'base64'));
        const name = this.getFileName(this.emitFile({ type: 'asset', name: 'open-sans.woff2', source }));
        file.source = String(file.source).replace(fontFace, () => `@font-face{font-display:swap;${rules}url(/${name})`);
      }
    }
  },
});
