import type { Theme } from '@cloudscape-design/components/theming';
import { brand } from '#shared/brand.ts';

const { primary: red, active: darkRed } = brand;

/** The brand's red as Cloudscape's primary palette; the tones between are chosen for a contrast of 4.5 and more. */
const primary = {
  50: '#fff8f8',
  100: '#ffe9ea',
  200: '#ffcacd',
  300: '#ffb3b7',
  400: '#ff8a90',
  500: '#f04a55',
  600: red,
  700: darkRed,
  800: darkRed,
  900: darkRed,
  1000: '#3d0a0e',
};

const white = '#ffffff';

export const theme: Theme = {
  referenceTokens: { color: { primary } },
  tokens: {
    colorBackgroundButtonPrimaryDefault: red,
    colorBackgroundButtonPrimaryHover: darkRed,
    colorBackgroundButtonPrimaryActive: darkRed,
    colorTextButtonPrimaryDefault: white,
    colorTextButtonPrimaryHover: white,
    colorTextButtonPrimaryActive: white,
  },
};
