import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { useTexts } from '#web/language/i18n.ts';
import { StateLabel } from '#web/ui/record/state-label.tsx';

const types: Readonly<Record<RepairState, StatusIndicatorProps.Type>> = {
  submitted: 'pending',
  registered: 'info',
  confirmed: 'info',
  received: 'in-progress',
  assessed: 'in-progress',
  quoted: 'warning',
  repaired: 'success',
  dispatched: 'success',
  returnedUnrepaired: 'stopped',
  abandoned: 'stopped',
  cancelled: 'stopped',
  withdrawn: 'stopped',
};

/** How far a repair has come. */
export const RepairStateLabel = ({ state }: { readonly state: RepairState }) => {
  const { t } = useTexts();
  return <StateLabel type={types[state]}>{t(`repairs.states.${state}`)}</StateLabel>;
};
