import type { ComponentProps } from 'react';
import { Link } from './link.tsx';
import './plain-button.css';

/** Buttons for the shell and for pages that do without Cloudscape, so that a first visit stays light. */
export const PlainButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => <button type="button" className="plain-button" {...props} />;

type Props = Omit<ComponentProps<typeof Link>, 'className'> & { readonly isPrimary?: boolean };

export const PlainButtonLink = ({ isPrimary = false, ...rest }: Props) => <Link className={isPrimary ? 'plain-button is-primary' : 'plain-button'} {...rest} />;
