import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { theme } from './theme.ts';

type Theming = typeof import('@cloudscape-design/components/theming');

/** Cloudscape's own theming code, as something Node can run: it is written for bundlers. */
const theming = async (): Promise<Theming> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { generateThemeStylesheet } from '@cloudscape-design/components/theming';`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = outputFiles[0]?.text ?? '';
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as Theming;
};

const name = 'virtual:theme.css';

/** Serves our Cloudscape theme as a plain stylesheet: applied at run time it would be an inline style, which our content policy refuses. */
export const themePlugin = (): Plugin => {
  let css: Promise<string> | undefined;
  return {
    name: 'cloudscape-theme',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => {
      if (id !== `\0${name}`) return undefined;
      css ??= theming().then(({ generateThemeStylesheet }) => generateThemeStylesheet({ theme, selector: 'body' }));
      return css;
    },
  };
};
