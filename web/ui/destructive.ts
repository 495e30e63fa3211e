import type { ButtonProps } from '@cloudscape-design/components/button';

const red = { default: 'var(--error)', hover: 'var(--error)', active: 'var(--error)' };

/** How a button looks that destroys something: outlined in red, and never filled as what books. */
export const destructive: ButtonProps.Style = { root: { color: red, borderColor: red } };
