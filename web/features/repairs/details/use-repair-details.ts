import { useState } from 'react';
import type { RecordIdentity } from '#shared/records/record.ts';
import { isPending } from '#shared/repairs/lifecycle.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { useHere } from '#web/browser/place.ts';
import { useRepair } from '#web/features/repairs/use-repair.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { useRefreshWhilePending } from '#web/ui/list/use-refresh-while-pending.ts';
import type { Conflict } from './repair-conflict.tsx';
import { useWithdrawal } from './use-withdrawal.ts';

/** One repair, and what is being done with it. */
export const useRepairDetails = (identity: RecordIdentity) => {
  const { region } = useHere();
  const { state, reload, refresh, replace } = useRepair(region, identity);
  /** The repair as it was when its correction began. */
  const [correcting, setCorrecting] = useState<Repair>();
  const [conflict, setConflict] = useState<Conflict>();

  const showCurrent = () => {
    setCorrecting(undefined);
    setConflict(undefined);
    reload();
  };
  const take = (repair: Repair, key: 'repairs.details.corrected' | 'repairs.details.withdrawn') => {
    setCorrecting(undefined);
    replace(repair);
    // Saving it as it was has changed nothing.
    if (repair.version !== correcting?.version) showAlert({ key, values: { reference: repair.storeRefNo } });
  };
  const withdrawal = useWithdrawal({
    onWithdrawn: (repair) => take(repair, 'repairs.details.withdrawn'),
    onConflict: setConflict,
  });

  // Nothing moves under whoever is about to change it.
  const isAtRest = correcting === undefined && conflict === undefined && !withdrawal.isAsked;
  useRefreshWhilePending({ isPending: isAtRest && state.status === 'loaded' && isPending(state.record), refresh });

  return {
    state,
    correcting,
    conflict,
    withdrawal,
    showCurrent,
    beginCorrection: setCorrecting,
    endCorrection: () => setCorrecting(undefined),
    onCorrected: (repair: Repair) => take(repair, 'repairs.details.corrected'),
  };
};

export type RepairDetailsState = ReturnType<typeof useRepairDetails>;
