import type { Plugin } from 'vite';

const fontFacePattern = /@font-face\s*{([^{}]*)url\(["']?data:font\/woff2;base64,([A-Za-z0-9+/=]+)["']?\)/g;

/**
 * Extracts the fonts of Cloudscape's style sheet into files: they are smaller, cached separately and allowed by our
 * content security policy. They are not preloaded, because they would compete with the first paint: until they arrive,
 * a fallback with their metrics stands in (web/app/theme.css).
 */
export const fontsPlugin = (): Plugin => ({
  name: 'fonts-as-files',
  apply: 'build',
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
