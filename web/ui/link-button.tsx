import Button from '@cloudscape-design/components/button';
import type { ButtonProps } from '@cloudscape-design/components/button';
import { useFollowLink } from './use-follow-link.ts';

type Props = Pick<ButtonProps, 'variant' | 'ariaLabel' | 'children'> & { readonly href: string };

export const LinkButton = (props: Props) => {
  const follow = useFollowLink();
  return <Button {...props} onFollow={(event) => follow(event, event.detail.href)} />;
};
