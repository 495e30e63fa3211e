import SpaceBetween from '@cloudscape-design/components/space-between';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { ChangeButtons } from '#web/features/records/change-buttons.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';

type Props = { readonly repair: Repair; readonly onCorrect: () => void; readonly onWithdraw: () => void };

/** What can be done with a repair. Nothing goes with one that was withdrawn: it stays in the store. */
export const RepairActions = ({ repair, onCorrect, onWithdraw }: Props) => (
  <SpaceBetween direction="horizontal" size="xs">
    {!isWithdrawn(repair) && <PrintSlip repair={repair} />}
    <ChangeButtons kind={repairKind} record={repair} onCorrect={onCorrect} onWithdraw={onWithdraw} />
  </SpaceBetween>
);
