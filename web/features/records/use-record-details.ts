import { useEffect, useState } from 'react';
import type { ErrorCode } from '#shared/api/errors.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import type { Query } from '#web/data/use-query.ts';
import { useQuery } from '#web/data/use-query.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { focusHeading } from '#web/ui/page.tsx';
import type { ChangeableRecord, RecordKindView, SubmittedRecord } from './record-kind-view.ts';

/** State of the page that shows, corrects and withdraws a record. */
export type RecordDetailsState<Full> = {
  readonly query: Query<Full>;
  /** Base version of the correction in progress: the record when it started, or the newer version that was merged since. */
  readonly correctionBase: Full | undefined;
  /** Error code of a change that was rejected because the record has changed. */
  readonly conflict: ErrorCode | undefined;
  /** Texts of the changes of a correction that was rejected. */
  readonly unsavedChanges: readonly string[];
  readonly hideUnsavedChanges: () => void;
  readonly withdrawal: {
    /** True while a dialog asks the user to confirm the withdrawal. */
    readonly isDialogOpen: boolean;
    readonly isBusy: boolean;
    readonly failure: Failure | undefined;
    readonly withdraw: (record: Full) => void;
    readonly openDialog: () => void;
    readonly closeDialog: () => void;
  };
  /** Loads the current record after a conflict. */
  readonly showCurrent: () => void;
  readonly beginCorrection: (record: Full) => void;
  readonly correction: {
    readonly onCorrected: (record: Full) => void;
    readonly onCancel: () => void;
    /** Ends the correction, and shows its changes as unsaved. */
    readonly onRejected: (changes?: readonly string[]) => void;
    /** Rebases the correction on the version that others have saved. */
    readonly onConflict: (record: Full) => void;
  };
};

export const useRecordDetails = <Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord>(
  kind: RecordKindView<Summary, Full>,
  { storeId, storeRefNo, id }: RecordIdentity,
): RecordDetailsState<Full> => {
  const { region } = usePlace();
  const query = useQuery(kind.routes.find, { region, storeId, storeRefNo, id });
  const [correctionBase, setCorrectionBase] = useState<Full>();
  const [conflict, setConflict] = useState<ErrorCode>();
  const [unsavedChanges, setUnsavedChanges] = useState<readonly string[]>([]);

  const hideUnsavedChanges = () => {
    // The focus moves to the heading, because the dismiss button disappears.
    focusHeading();
    setUnsavedChanges([]);
  };
  const showCurrent = () => {
    hideUnsavedChanges();
    setConflict(undefined);
    query.reload();
  };
  const applyChange = (record: Full, change: 'corrected' | 'withdrawn') => {
    setCorrectionBase(undefined);
    query.replace(record);
    // The pressed button may be far down the page, and focusing the heading does not scroll.
    document.documentElement.scrollTop = 0;
    // An unchanged version means that nothing was changed.
    if (record.version !== correctionBase?.version)
      showAlert({ key: `${kind.name}.details.${change}`, values: { reference: record.storeRefNo } });
  };
  const [isWithdrawalDialogOpen, setWithdrawalDialogOpen] = useState(false);
  const { isBusy, failure, mutate, reset } = useMutation(kind.routes.withdraw, {
    conflicts: kind.conflictCodes,
    onDone: (withdrawnRecord) => {
      setWithdrawalDialogOpen(false);
      applyChange(withdrawnRecord, 'withdrawn');
    },
    onConflict: (code) => {
      setWithdrawalDialogOpen(false);
      setConflict(code);
    },
  });

  // There is no refresh during a conflict or the dialog of a withdrawal, so that the record does not change before the user answers. A correction keeps its base version (`correctionBase`).
  const canRefresh = conflict === undefined && !isWithdrawalDialogOpen;
  const shouldRefresh = canRefresh && query.status === 'loaded' && kind.isPending(query.data);
  useRefreshWhilePending({ isPending: shouldRefresh, refreshInBackground: query.refresh });

  const newRma = correctionBase && query.status === 'loaded' ? query.data.rma : null;
  useEffect(() => {
    if (newRma === null) return;
    const values = { rma: newRma, reference: storeRefNo };
    showAlert({ key: `${kind.name}.list.arrived`, values, type: 'warning' });
  }, [newRma, kind, storeRefNo]);

  const endCorrection = (changes: readonly string[] = []) => {
    setUnsavedChanges(changes);
    setCorrectionBase(undefined);
  };

  return {
    query,
    correctionBase,
    conflict,
    unsavedChanges,
    hideUnsavedChanges,
    withdrawal: {
      isDialogOpen: isWithdrawalDialogOpen,
      isBusy,
      failure,
      withdraw: ({ version }: Full) => mutate({ region, storeId, storeRefNo, id, version }),
      openDialog: () => setWithdrawalDialogOpen(true),
      closeDialog: () => {
        setWithdrawalDialogOpen(false);
        reset();
      },
    },
    showCurrent,
    beginCorrection: (record: Full) => setCorrectionBase(record),
    correction: {
      onCorrected: (record: Full) => applyChange(record, 'corrected'),
      onCancel: () => endCorrection(),
      onRejected: endCorrection,
      onConflict: (record: Full) => {
        setCorrectionBase(record);
        query.replace(record);
      },
    },
  };
};
