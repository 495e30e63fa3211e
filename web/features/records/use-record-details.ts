import { useEffect, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { usePlace } from '#web/browser/place.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { useQuery } from '#web/data/use-query.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { focusHeading } from '#web/ui/page.tsx';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';

export const useRecordDetails = <Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord>(
  kind: RecordKind<Summary, Full>,
  { storeId, storeRefNo, id }: RecordIdentity,
) => {
  const { region } = usePlace();
  const query = useQuery(kind.routes.find, { region, storeId, storeRefNo, id });
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
  const [isWithdrawalAsked, askWithdrawal] = useState(false);
  const { isBusy, failure, mutate, reset } = useMutation(kind.routes.withdraw, {
    conflicts: kind.conflicts,
    onDone: (withdrawn) => {
      askWithdrawal(false);
      take(withdrawn, 'withdrawn');
    },
    onConflict: (code) => {
      askWithdrawal(false);
      setConflict(code);
    },
  });

  // Nothing moves under whoever is about to change it: a correction goes on from the record as it was.
  const isAtRest = conflict === undefined && !isWithdrawalAsked;
  const isWaiting = isAtRest && query.status === 'loaded' && kind.isPending(query.data);
  useRefreshWhilePending({ isPending: isWaiting, refresh: query.refresh });

  const arrived = correcting && query.status === 'loaded' ? query.data.rma : null;
  useEffect(() => {
    if (arrived === null) return;
    const values = { rma: arrived, reference: storeRefNo };
    showAlert({ key: `${kind.name}.list.arrived`, values, type: 'warning' });
  }, [arrived, kind, storeRefNo]);

  const endCorrection = (changes: readonly string[] = []) => {
    setUnsaved(changes);
    setCorrecting(undefined);
  };

  return {
    query,
    correcting,
    conflict,
    unsaved,
    hideUnsaved,
    withdrawal: {
      isAsked: isWithdrawalAsked,
      isBusy,
      failure,
      withdraw: ({ version }: Full) => mutate({ region, storeId, storeRefNo, id, version }),
      ask: () => askWithdrawal(true),
      close: () => {
        askWithdrawal(false);
        reset();
      },
    },
    showCurrent,
    beginCorrection: (record: Full) => setCorrecting(record),
    correction: {
      onCorrected: (record: Full) => take(record, 'corrected'),
      onCancel: () => endCorrection(),
      onRefused: endCorrection,
      /** Others were faster: the correction goes on from what they have saved, and so does whatever follows it. */
      onOvertaken: (record: Full) => {
        setCorrecting(record);
        query.replace(record);
      },
    },
  };
};

export type RecordDetailsState<Full extends SubmittedRecord & ChangeableRecord> = ReturnType<
  typeof useRecordDetails<SubmittedRecord, Full>
>;
