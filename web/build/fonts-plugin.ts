import type { HtmlTagDescriptor, Plugin } from 'vite';

const face = /@font-face\s*{([^{}]*)url\(["']?data:font\/woff2;base64,([A-Za-z0-9+/=]+)["']?\)/g;

/** What every page is set in from the start; the other weights and the italics come when something is. */
const isUsual = (rules: string) => /font-weight:\s*(400|700)\b/.test(rules) && /font-style:\s*normal\b/.test(rules);

/** Takes the fonts out of Cloudscape's stylesheet into files: smaller, cached apart, and within our content policy. */
export const fontsPlugin = (): Plugin => {
  const usual: string[] = [];
  return {
    name: 'fonts-as-files',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replaceAll(face, (_match, rules: string, base64: string) => {
          const source = Buffer.from(base64, 'base64');
          const name = this.getFileName(this.emitFile({ type: 'asset', name: 'open-sans.woff2', source }));
          if (isUsual(rules)) usual.push(name);
          return `@font-face{font-display:swap;${rules}url(/${name})`;
        });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: () =>
        usual.map((file): HtmlTagDescriptor => ({
          tag: 'link',
          // The scripts go first: nothing shows without them.
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
