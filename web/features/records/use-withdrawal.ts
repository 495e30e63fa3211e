import { useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { usePlace } from '#web/browser/place.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';

type Options<Full> = {
  readonly onWithdrawn: (record: Full) => void;
  readonly onConflict: (code: ErrorCode) => void;
};

/** Withdrawing a record: asked first, sent once, and what can go wrong. */
export const useWithdrawal = <Full extends ChangeableRecord>(
  { routes, conflicts }: Pick<RecordKind<SubmittedRecord, Full>, 'routes' | 'conflicts'>,
  { onWithdrawn, onConflict }: Options<Full>,
) => {
  const { region } = usePlace();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, mutate, reset } = useMutation(routes.withdraw, {
    conflicts,
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
    withdraw: ({ storeId, storeRefNo, id, version }: ChangeableRecord) =>
      mutate({ region, storeId, storeRefNo, id, version }),
    ask: () => setAsked(true),
    close: () => {
      setAsked(false);
      reset();
    },
  };
};
