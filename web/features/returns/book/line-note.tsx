import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';
import type { ReactNode } from 'react';

type Props = { readonly type: 'error' | 'warning'; readonly children: ReactNode };

const signs = { error: 'status-negative', warning: 'status-warning' } as const;

/** What is to be said in a cell. Not a status indicator: that breaks words, and cells are narrow. */
export const LineNote = ({ type, children }: Props) => (
  <Box color={`text-status-${type}`}>
    <Icon name={signs[type]} variant={type} size="small" /> {children}
  </Box>
);
