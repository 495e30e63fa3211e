import { useEffect, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { focusHeading } from '#web/ui/page.tsx';
import { useFoundRecord } from './record-details.tsx';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';
import { useWithdrawal } from './use-withdrawal.ts';

/** One record, and what is being done with it. */
export const useRecordDetails = <Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord>(
  kind: RecordKind<Summary, Full>,
  identity: RecordIdentity,
) => {
  const query = useFoundRecord(kind, identity);
  /** The record as it was when its correction began, or when others were found to have changed it since. */
  const [correcting, setCorrecting] = useState<Full>();
  const [conflict, setConflict] = useState<ErrorCode>();

  /** What a correction that came too late would have changed, in words. */
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);

  const hideUnsaved = () => {
    // Its button goes with it.
    focusHeading();
    setUnsaved([]);
  };
  const showCurrent = () => {
    hideUnsaved();
    setConflict(undefined);
    query.reload();
  };
  const take = (record: Full, done: 'corrected' | 'withdrawn') => {
    setCorrecting(undefined);
    query.replace(record);
    // Saving it as it was has changed nothing.
    if (record.version !== correcting?.version)
      showAlert({ key: `${kind.name}.details.${done}`, values: { reference: record.storeRefNo } });
  };
  const withdrawal = useWithdrawal(kind, {
    onWithdrawn: (record) => take(record, 'withdrawn'),
    onConflict: setConflict,
  });

  // Nothing moves under whoever is about to change it: a correction goes on from the record as it was.
  const isAtRest = conflict === undefined && !withdrawal.isAsked;
  const isWaiting = isAtRest && query.status === 'loaded' && kind.isPending(query.data);
  useRefreshWhilePending({ isPending: isWaiting, refresh: query.refresh });

  const arrived = correcting && query.status === 'loaded' ? query.data.rma : null;
  useEffect(() => {
    if (arrived === null) return;
    const values = { rma: arrived, reference: identity.storeRefNo };
    showAlert({ key: `${kind.name}.list.arrived`, values, type: 'warning' });
  }, [arrived, kind, identity.storeRefNo]);

  return {
    query,
    correcting,
    conflict,
    unsaved,
    hideUnsaved,
    withdrawal,
    showCurrent,
    beginCorrection: (record: Full) => setCorrecting(record),
    endCorrection: (changes: readonly string[] = []) => {
      setUnsaved(changes);
      setCorrecting(undefined);
    },
    /** Others were faster: the correction goes on from what they have saved, and so does whatever follows it. */
    onOvertaken: (record: Full) => {
      setCorrecting(record);
      query.replace(record);
    },
    onCorrected: (record: Full) => take(record, 'corrected'),
  };
};
