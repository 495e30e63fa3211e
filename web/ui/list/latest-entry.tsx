import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { useFollowLink } from '#web/ui/link.tsx';

type Props = {
  readonly href: string;
  readonly name: string;
  readonly state: ReactNode;
  readonly what: string;
  readonly facts: readonly string[];
};

/** One record in a panel of the latest; leads to its details. */
export const LatestEntry = ({ href, name, state, what, facts }: Props) => {
  const follow = useFollowLink();
  return (
    <li>
      <div className="latest-head">
        <Link variant="primary" href={href} onFollow={(event) => follow(event, event.detail.href)}>
          {name}
        </Link>
        {state}
      </div>
      <Box>{what}</Box>
      <Box color="text-body-secondary" fontSize="body-s">
        {facts.join(' · ')}
      </Box>
    </li>
  );
};
