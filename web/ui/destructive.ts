import type { ButtonProps } from '@cloudscape-design/components/button';

const red = { default: 'var(--error)', hover: 'var(--error)', active: 'var(--error)' };

/** Style of destructive buttons: outlined in red, not filled like primary buttons. */
export const destructiveStyle: ButtonProps.Style = { root: { color: red, borderColor: red } };
