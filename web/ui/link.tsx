import { useRouting } from '#web/browser/routing.ts';
import type { LinkProps } from '#web/browser/routing.ts';

export const Link = (props: LinkProps) => {
  const { Link: RoutedLink } = useRouting();
  return <RoutedLink {...props} />;
};
