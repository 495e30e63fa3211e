import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReturnState } from '#shared/returns/return.ts';
import { useTexts } from '#web/language/i18n.ts';
import { StateLabel } from '#web/ui/record/state-label.tsx';

const types: Readonly<Record<ReturnState, StatusIndicatorProps.Type>> = { submitted: 'pending', registered: 'info' };

/** How far a return has come. */
export const ReturnStateLabel = ({ state }: { readonly state: ReturnState }) => {
  const { t } = useTexts();
  return <StateLabel type={types[state]}>{t(`returns.states.${state}`)}</StateLabel>;
};
