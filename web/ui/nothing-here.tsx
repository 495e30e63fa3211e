import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import { Parcel } from './parcel.tsx';

type Props = {
  readonly title: string;
  readonly hint: string;
  /** What one can do about it. */
  readonly action?: ReactNode;
};

/** A list without rows that nothing narrows down. */
export const NothingHere = ({ title, hint, action }: Props) => (
  <Box textAlign="center" padding={{ vertical: 'm' }}>
    <Parcel />
    <Box variant="strong" display="block">
      {title}
    </Box>
    <Box color="text-body-secondary" padding={{ bottom: 's' }}>
      {hint}
    </Box>
    {action}
  </Box>
);
