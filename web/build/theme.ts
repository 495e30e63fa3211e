import type { Theme } from '@cloudscape-design/components/theming';
import { brand } from '#shared/brand.ts';

const { primary: red, active: darkRed } = brand;

/** Red stands for the brand, a page's one primary action, and errors; all else is ink. The tones have a contrast of 4.5 and more. */
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

export const theme: Theme = {
  referenceTokens: { color: { primary: ink } },
  tokens: {
    // Of web/app/theme.css.
    fontFamilyBase: 'var(--font)',
    colorBackgroundButtonPrimaryDefault: red,
    colorBackgroundButtonPrimaryHover: darkRed,
    colorBackgroundButtonPrimaryActive: darkRed,
    colorTextButtonPrimaryDefault: white,
    colorTextButtonPrimaryHover: white,
    colorTextButtonPrimaryActive: white,
  },
};
