import { useState } from 'react';
import type { ErrorCode } from '#shared/api/errors.ts';
import type { Input, Output, Route } from '#shared/api/route.ts';
import type { Failure } from './api-errors.ts';
import { toFailure } from './api-errors.ts';
import { call } from './api.ts';
import { useAction } from './use-action.ts';

type Options<R extends Route, Conflict extends ErrorCode> = {
  readonly onDone: (output: Output<R>) => void;
  /** Error codes that mean that another user was faster; they are not failures of the request. */
  readonly conflicts?: readonly Conflict[];
  readonly onConflict?: (code: Conflict) => void;
};

export const useMutation = <R extends Route, const Conflict extends ErrorCode = never>(
  route: R,
  { onDone, conflicts = [], onConflict }: Options<R, Conflict>,
) => {
  const [failure, setFailure] = useState<Failure>();
  const { isBusy, run } = useAction(
    (input: Input<R>) => {
      setFailure(undefined);
      return call(route, input);
    },
    {
      onDone,
      onFailed: (error) => {
        const nextFailure = toFailure(error);
        const conflict = conflicts.find((code) => code === nextFailure.code);
        if (conflict === undefined) setFailure(nextFailure);
        else onConflict?.(conflict);
      },
    },
  );
  return { isBusy, failure, mutate: run, reset: () => setFailure(undefined) };
};
