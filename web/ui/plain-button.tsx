import type { ComponentProps } from 'react';
import { Link } from './link.tsx';
import './plain-button.css';

const toClassName = (isPrimary: boolean) => (isPrimary ? 'plain-button is-primary' : 'plain-button');

/** Buttons for the shell and for pages without Cloudscape, to keep a first visit light. */
type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { readonly isPrimary?: boolean };

export const PlainButton = ({ isPrimary = false, ...rest }: ButtonProps) => (
  <button type="button" className={toClassName(isPrimary)} {...rest} />
);

type LinkProps = Omit<ComponentProps<typeof Link>, 'className'> & { readonly isPrimary?: boolean };

export const PlainButtonLink = ({ isPrimary = false, ...rest }: LinkProps) => (
  <Link className={toClassName(isPrimary)} {...rest} />
);
