import type { Theme } from '@cloudscape-design/components/theming';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { brand } from '#shared/config/brand.ts';

const { primary: red, active: darkRed } = brand;

/**
 * Red is reserved for the brand, the one primary action of a page, and errors; everything else uses this palette. Tones
 * for text have a contrast of at least 4.5 with their background: from 500 on white, up to 400 in dark mode.
 */
const blueTones = {
  50: '#f5f7fb',
  100: '#e7ecf5',
  200: '#ccd7ea',
  300: '#aec0de',
  400: '#9db4dc',
  500: '#52709f',
  600: '#1f4b8f',
  700: '#183a70',
  800: '#17294a',
  900: '#14233f',
  1000: '#0d1729',
};

const white = '#ffffff';

/** Sizes and the colors of lines are the variables of web/app/theme.css, which our own controls use, too. */
const theme: Theme = {
  referenceTokens: { color: { primary: blueTones } },
  tokens: {
    fontFamilyBase: 'var(--font)',
    colorBackgroundButtonPrimaryDefault: red,
    colorBackgroundButtonPrimaryHover: darkRed,
    colorBackgroundButtonPrimaryActive: darkRed,
    colorTextButtonPrimaryDefault: white,
    colorTextButtonPrimaryHover: white,
    colorTextButtonPrimaryActive: white,
    colorBackgroundButtonNormalDefault: 'var(--bar)',
    colorBackgroundButtonNormalHover: 'var(--hover)',
    colorBackgroundButtonNormalActive: 'var(--hover)',
    colorBorderButtonNormalDefault: 'var(--line-strong)',
    colorBorderButtonNormalHover: 'var(--text)',
    colorBorderButtonNormalActive: 'var(--text)',
    colorTextButtonNormalDefault: 'var(--text)',
    colorTextButtonNormalHover: 'var(--text)',
    colorTextButtonNormalActive: 'var(--text)',
    colorBorderInputDefault: 'var(--line-strong)',
    colorBorderDividerDefault: 'var(--line)',
    colorBorderDividerSecondary: 'var(--line)',
    colorTextBodySecondary: 'var(--text-soft)',
    colorTextFormSecondary: 'var(--text-soft)',
    borderRadiusContainer: 'var(--card-radius)',
    borderRadiusInput: 'var(--control-radius)',
    borderRadiusButton: 'calc(var(--control) / 2)',
    borderWidthButton: '1px',
    sizeVerticalInput: 'var(--control)',
    // Padding around one line of text, which is 20 px high, within borders of 1 px.
    spaceFieldVertical: 'calc((var(--control) - 22px) / 2)',
    spaceButtonVertical: 'calc((var(--control) - 22px) / 2)',
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
