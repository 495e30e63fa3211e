import type { Theme } from '@cloudscape-design/components/theming';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { brand } from '#shared/config/brand.ts';

const { primary: red, active: darkRed } = brand;

/**
 * Red is reserved for the brand, the one primary action of a page, and errors; everything else uses this palette. The
 * tones have a contrast of at least 4.5.
 */
const ink = {
  50: '#f5f7fb',
  100: '#e7ecf5',
  200: '#ccd7ea',
  300: '#aec0de',
  400: '#9db4dc',
  500: '#52709f',
  600: '#26426f',
  700: '#1b3054',
  800: '#17294a',
  900: '#14233f',
  1000: '#0d1729',
};

const white = '#ffffff';

const theme: Theme = {
  referenceTokens: { color: { primary: ink } },
  tokens: {
    fontFamilyBase: 'var(--font)',
    colorBackgroundButtonPrimaryDefault: red,
    colorBackgroundButtonPrimaryHover: darkRed,
    colorBackgroundButtonPrimaryActive: darkRed,
    colorTextButtonPrimaryDefault: white,
    colorTextButtonPrimaryHover: white,
    colorTextButtonPrimaryActive: white,
  },
};

type Theming = typeof import('@cloudscape-design/components/theming');

/** Bundles Cloudscape's theming code, which is written for bundlers, so that Node can run it. */
const loadTheming = async (): Promise<Theming> => {
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

/**
 * Serves our Cloudscape theme as a style sheet: applied at run time it would be an inline style, which our content
 * security policy blocks.
 */
export const themePlugin = (): Plugin => {
  let css: Promise<string> | undefined;
  return {
    name: 'cloudscape-theme',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => {
      if (id !== `\0${name}`) return undefined;
      css ??= loadTheming().then(({ generateThemeStylesheet }) => generateThemeStylesheet({ theme, selector: 'body' }));
      return css;
    },
  };
};
