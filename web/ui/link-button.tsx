import Button from '@cloudscape-design/components/button';
import type { ButtonProps } from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import { useFollowLink } from './link.tsx';

type Props = {
  readonly href: string;
  readonly children: ReactNode;
  readonly variant?: ButtonProps.Variant;
  readonly ariaLabel?: string;
};

export const LinkButton = ({ href, children, variant = 'normal', ariaLabel }: Props) => {
  const follow = useFollowLink();
  return (
    <Button
      href={href}
      variant={variant}
      {...(ariaLabel !== undefined && { ariaLabel })}
      onFollow={(event) => follow(event, event.detail.href)}
    >
      {children}
    </Button>
  );
};
