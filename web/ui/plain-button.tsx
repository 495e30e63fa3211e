import type { ComponentProps } from 'react';
import { Link } from './link.tsx';
import './plain-button.css';

const toClassName = (isPrimary: boolean) => (isPrimary ? 'plain-button is-primary' : 'plain-button');

/** Properties of buttons without Cloudscape, for the shell and for pages that do not load it. */
type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { readonly isPrimary?: boolean };

export const PlainButton = ({ isPrimary = false, ...props }: ButtonProps) => (
  <button type="button" className={toClassName(isPrimary)} {...props} />
);

type LinkProps = Omit<ComponentProps<typeof Link>, 'className'> & { readonly isPrimary?: boolean };

export const PlainButtonLink = ({ isPrimary = false, ...props }: LinkProps) => (
  <Link className={toClassName(isPrimary)} {...props} />
);
