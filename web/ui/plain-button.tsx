import type { ComponentProps } from 'react';
import { Link } from './link.tsx';
import './plain-button.css';

const classOf = (isPrimary: boolean) => (isPrimary ? 'plain-button is-primary' : 'plain-button');

/** Buttons for the shell and for pages that do without Cloudscape, so that a first visit stays light. */
type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { readonly isPrimary?: boolean };

export const PlainButton = ({ isPrimary = false, ...rest }: ButtonProps) => (
  <button type="button" className={classOf(isPrimary)} {...rest} />
);

type LinkProps = Omit<ComponentProps<typeof Link>, 'className'> & { readonly isPrimary?: boolean };

export const PlainButtonLink = ({ isPrimary = false, ...rest }: LinkProps) => (
  <Link className={classOf(isPrimary)} {...rest} />
);
