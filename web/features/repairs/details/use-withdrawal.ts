import { useState } from 'react';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import type { RepairConflictCode } from './repair-conflict.tsx';
import { repairConflicts } from './repair-conflict.tsx';

type Options = {
  readonly onWithdrawn: (repair: Repair) => void;
  readonly onConflict: (code: RepairConflictCode) => void;
};

/** Withdrawing a repair: asked first, sent once, and what can go wrong. */
export const useWithdrawal = ({ onWithdrawn, onConflict }: Options) => {
  const { region } = usePlace();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, mutate, reset } = useMutation(repairs.withdrawRepair, {
    conflicts: repairConflicts,
    onDone: (withdrawn) => {
      setAsked(false);
      onWithdrawn(withdrawn);
    },
    onConflict: (code) => {
      setAsked(false);
      onConflict(code);
    },
  });

  return {
    isAsked,
    isBusy,
    failure,
    withdraw: ({ storeId, storeRefNo, id, version }: Repair) => mutate({ region, storeId, storeRefNo, id, version }),
    ask: () => setAsked(true),
    /** What is under way is waited for: its outcome has to be seen. */
    close: () => {
      if (isBusy) return;
      setAsked(false);
      reset();
    },
  };
};

export type Withdrawal = ReturnType<typeof useWithdrawal>;
