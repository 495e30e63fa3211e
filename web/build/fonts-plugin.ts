import type { HtmlTagDescriptor, Plugin } from 'vite';

const fontFacePattern = /@font-face\s*{([^{}]*)url\(["']?data:font\/woff2;base64,([A-Za-z0-9+/=]+)["']?\)/g;

/** Matches the regular and bold weights, which every page uses at once; other weights and italics load on use. */
const isUsual = (rules: string) => /font-weight:\s*(400|700)\b/.test(rules) && /font-style:\s*normal\b/.test(rules);

/**
 * Extracts the fonts of Cloudscape's style sheet into files: they are smaller, cached separately and allowed by our
 * content security policy.
 */
export const fontsPlugin = (): Plugin => {
  const usualFonts: string[] = [];
  return {
    name: 'fonts-as-files',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replaceAll(fontFacePattern, (_match, rules: string, base64: string) => {
          const source = Buffer.from(base64, 'base64');
          const name = this.getFileName(this.emitFile({ type: 'asset', name: 'open-sans.woff2', source }));
          if (isUsual(rules)) usualFonts.push(name);
          return `@font-face{font-display:swap;${rules}url(/${name})`;
        });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: () =>
        usualFonts.map((file): HtmlTagDescriptor => ({
          tag: 'link',
          // Low priority: scripts come first, because nothing is visible without them.
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            fetchpriority: 'low',
            href: `/${file}`,
          },
          injectTo: 'head',
        })),
    },
  };
};
