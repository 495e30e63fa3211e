import { useRef, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { useHere } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import type { Conflict } from './repair-conflict.tsx';
import { isConflict } from './repair-conflict.tsx';

type Options = { readonly onWithdrawn: (repair: Repair) => void; readonly onConflict: (code: Conflict) => void };

/** Withdrawing a repair: asked first, sent once, and what can go wrong. */
export const useWithdrawal = ({ onWithdrawn, onConflict }: Options) => {
  const { region } = useHere();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode>();
  const isSending = useRef(false);

  const fail = (error: unknown) => {
    if (!(error instanceof AppError)) reportError(error);
    const code = error instanceof AppError ? error.code : 'InternalServerError';
    if (!isConflict(code)) return setFailure(code);
    setAsked(false);
    return onConflict(code);
  };

  const withdraw = async ({ storeId, storeRefNo, id, version }: Repair) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const withdrawn = await call(repairs.withdrawRepair, { region, storeId, storeRefNo, id, version });
      setAsked(false);
      onWithdrawn(withdrawn);
    } catch (error) {
      fail(error);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  return {
    isAsked,
    isBusy,
    failure,
    withdraw,
    ask: () => setAsked(true),
    /** What is on its way is waited for: its outcome has to be seen. */
    close: () => {
      if (isSending.current) return;
      setAsked(false);
      setFailure(undefined);
    },
  };
};

export type Withdrawal = ReturnType<typeof useWithdrawal>;
