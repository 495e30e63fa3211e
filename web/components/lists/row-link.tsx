import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

const listLinkState = z.object({ isFromList: z.literal(true) });

/** Returns whether the state of a location says that a link of a list led to it. */
export const isFromList = (state: unknown) => listLinkState.safeParse(state).success;

type Props = {
  readonly href: string;
  readonly id: string;
  readonly children: ReactNode;
};

export const RowLink = ({ href, id, children }: Props) => {
  const navigate = useNavigate();
  return (
    <span data-row={id}>
      <Link
        variant="primary"
        href={href}
        onFollow={(event) => {
          event.preventDefault();
          void navigate(href, { state: { isFromList: true } });
        }}
      >
        {children}
      </Link>
    </span>
  );
};

/** Focuses the link of a row; returns whether the list has the row. */
export const focusRow = (id: string): boolean => {
  const link = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a`);
  link?.focus({ preventScroll: true });
  return link !== null;
};
