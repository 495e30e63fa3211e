import { useEffect, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Output } from '#shared/route.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { call } from '#web/api.ts';
import { useSteady } from '#web/ui/steady.ts';

type RepairsPage = Output<typeof repairs.listRepairs>;

export type RepairsState =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly page: RepairsPage }
  | { readonly status: 'failed'; readonly code: ErrorCode };

const loading: RepairsState = { status: 'loading' };

type Query = { readonly region: RegionId; readonly limit: number; readonly cursor?: string | undefined };

/** One page of the caller's repairs, newest first. `reload` asks for the same page again. */
export const useRepairs = ({ region, limit, cursor }: Query) => {
  const [round, setRound] = useState(0);
  const [settled, setSettled] = useState<{ asked: string; state: RepairsState }>();
  const asked = [region, limit, cursor, round].join(' ');

  useEffect(() => {
    let isCurrent = true;
    const settle = (state: RepairsState) => isCurrent && setSettled({ asked, state });
    call(repairs.listRepairs, { region, limit, ...(cursor === undefined ? {} : { cursor }) }).then(
      (page) => settle({ status: 'loaded', page }),
      (error: unknown) => settle({ status: 'failed', code: error instanceof AppError ? error.code : 'InternalServerError' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [region, limit, cursor, asked]);

  const state: RepairsState = settled?.asked === asked ? settled.state : loading;
  const isShownLoading = useSteady(state === loading);
  return { state: isShownLoading ? loading : state, reload: () => setRound(round + 1) };
};
