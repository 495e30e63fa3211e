import { applyMode, Mode } from '@cloudscape-design/global-styles';

/** Light or dark as the system is, and whenever it changes. */
export const followColourScheme = () => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => applyMode(dark.matches ? Mode.Dark : Mode.Light);
  dark.addEventListener('change', apply);
  apply();
};
