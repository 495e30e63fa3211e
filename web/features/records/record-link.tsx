import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

const fromList = z.object({ isFromList: z.literal(true) });

/** Whether one came from the list by one of its links, so that going back leads there. */
export const isFromList = (state: unknown) => fromList.safeParse(state).success;

type Props = {
  readonly href: string;
  /** The row's. */
  readonly id: string;
  readonly children: ReactNode;
};

/** Leads from a row to the details of its record. */
export const RecordLink = ({ href, id, children }: Props) => {
  const navigate = useNavigate();
  return (
    <span data-record={id}>
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

/** Gives the focus to a row's link, as it was before its record was opened. False where there is no such row. */
export const focusRecord = (id: string): boolean => {
  const link = document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"] a`);
  link?.focus({ preventScroll: true });
  return link !== null;
};
