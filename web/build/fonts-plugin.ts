import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const fontFacePattern = /@font-face\s*{([^{}]*)url\(["']?data:font\/woff2;base64,([A-Za-z0-9+/=]+)["']?\)/g;
const embeddedFontPattern = /(?<=url\(["']?data:font\/woff2;base64,)[A-Za-z0-9+/=]+/g;

/** All characters of the Basic Multilingual Plane: each that a font has is kept. */
const allCharacters = Array.from({ length: 0xff_ff }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .join('');

/** OpenType features that browsers apply by default, and `tabular-nums`, the only other one in the portal's styles. */
const usedFeatures = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];

/**
 * Removes the hinting instructions of a font and the features that the portal does not use, together a third of it.
 * macOS, iOS and Android ignore these instructions, and Windows smooths text without them.
 */
const shrinkFont = (font: Buffer): Promise<Buffer> =>
  subsetFont(font, allCharacters, { targetFormat: 'woff2', noHinting: true, keepFeatures: usedFeatures });

/**
 * Shrinks the fonts in Cloudscape's style sheet and extracts them into files: they are smaller, cached separately and
 * allowed by our content security policy. They are not preloaded, because they would compete with the first paint: until
 * they arrive, a fallback with their metrics stands in (web/app/theme.css).
 */
export const fontsPlugin = (): Plugin => ({
  name: 'fonts-as-files',
  apply: 'build',
  enforce: 'pre',
  // The fonts shrink before the style sheet gets its name, because browsers keep a file of that name for a year.
  async transform(code, id) {
    if (!id.split('?')[0]?.endsWith('.css')) return undefined;
    const fonts = new Set(code.match(embeddedFontPattern));
    if (fonts.size === 0) return undefined;
    const smallFonts = new Map<string, string>();
    for (const font of fonts) smallFonts.set(font, (await shrinkFont(Buffer.from(font, 'base64'))).toString('base64'));
    return { code: code.replaceAll(embeddedFontPattern, (font) => smallFonts.get(font) ?? font), map: null };
  },
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      file.source = String(file.source).replaceAll(fontFacePattern, (_match, rules: string, base64: string) => {
        const source = Buffer.from(base64, 'base64');
        const name = this.getFileName(this.emitFile({ type: 'asset', name: 'open-sans.woff2', source }));
        return `@font-face{font-display:swap;${rules}url(/${name})`;
      });
    }
  },
});
