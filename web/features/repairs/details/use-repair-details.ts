import { useState } from 'react';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useFoundRecord } from '#web/features/records/record-details.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { showAlert } from '#web/ui/alerts.ts';
import type { RepairConflictCode } from './repair-conflict.tsx';
import { useWithdrawal } from './use-withdrawal.ts';

/** One repair, and what is being done with it. */
export const useRepairDetails = (identity: RecordIdentity) => {
  const query = useFoundRecord(repairKind, identity);
  /** The repair as it was when its correction began. */
  const [correcting, setCorrecting] = useState<Repair>();
  const [conflict, setConflict] = useState<RepairConflictCode>();

  const showCurrent = () => {
    setCorrecting(undefined);
    setConflict(undefined);
    query.reload();
  };
  const take = (repair: Repair, key: 'repairs.details.corrected' | 'repairs.details.withdrawn') => {
    setCorrecting(undefined);
    query.replace(repair);
    // Saving it as it was has changed nothing.
    if (repair.version !== correcting?.version) showAlert({ key, values: { reference: repair.storeRefNo } });
  };
  const withdrawal = useWithdrawal({
    onWithdrawn: (repair) => take(repair, 'repairs.details.withdrawn'),
    onConflict: setConflict,
  });

  // Nothing moves under whoever is about to change it.
  const isAtRest = correcting === undefined && conflict === undefined && !withdrawal.isAsked;
  const isWaiting = isAtRest && query.status === 'loaded' && repairKind.isPending(query.data);
  useRefreshWhilePending({ isPending: isWaiting, refresh: query.refresh });

  return {
    query,
    correcting,
    conflict,
    withdrawal,
    showCurrent,
    beginCorrection: setCorrecting,
    endCorrection: () => setCorrecting(undefined),
    onCorrected: (repair: Repair) => take(repair, 'repairs.details.corrected'),
  };
};
