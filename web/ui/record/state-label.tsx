import StatusIndicator from '@cloudscape-design/components/status-indicator';
import './state-label.css';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';

/** How far a record has come: each state has an icon and a colour, and the word says the same. */
export const StateLabel = ({
  type,
  children,
}: {
  readonly type: StatusIndicatorProps.Type;
  readonly children: ReactNode;
}) => (
  <StatusIndicator type={type}>
    <span className="state-label">{children}</span>
  </StatusIndicator>
);
