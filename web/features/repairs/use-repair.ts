import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Repair, RepairIdentity } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { call, callQuietly } from '#web/api.ts';
import { useSteady } from '#web/ui/steady.ts';

export type LoadedRepair =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly repair: Repair }
  | { readonly status: 'failed'; readonly code: ErrorCode };

const loading: LoadedRepair = { status: 'loading' };

const codeOf = (error: unknown): ErrorCode => {
  if (error instanceof AppError) return error.code;
  reportError(error);
  return 'InternalServerError';
};

type Kept = { readonly asked: string; readonly state: LoadedRepair };

/** One repair. `reload` asks for it anew, `refresh` brings it up to date without a word, `replace` takes what a change has answered. */
export const useRepair = (region: RegionId, { storeId, storeRefNo, id }: RepairIdentity) => {
  const [round, setRound] = useState(0);
  const [kept, setKept] = useState<Kept>();
  const latest = useRef(kept);
  const asked = JSON.stringify([region, storeId, storeRefNo, id, round]);

  const keep = useEffectEvent((next: Kept) => {
    latest.current = next;
    setKept(next);
  });

  useEffect(() => {
    let isOver = false;
    const settle = (state: LoadedRepair) => {
      if (!isOver) keep({ asked, state });
    };
    call(repairs.findRepair, { region, storeId, storeRefNo, id }).then(
      (repair) => settle({ status: 'loaded', repair }),
      (error: unknown) => settle({ status: 'failed', code: codeOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [region, storeId, storeRefNo, id, asked]);

  const replace = (repair: Repair) => {
    const next: Kept = { asked, state: { status: 'loaded', repair } };
    latest.current = next;
    setKept(next);
  };

  const refresh = async () => {
    const before = latest.current;
    const fresh = await callQuietly(repairs.findRepair, { region, storeId, storeRefNo, id });
    // Meanwhile it may have been changed here, and this answer be older than that.
    if (latest.current === before) replace(fresh);
  };

  const state = kept?.asked === asked ? kept.state : loading;
  const isShownLoading = useSteady(state === loading);
  return { state: isShownLoading ? loading : state, reload: () => setRound(round + 1), refresh, replace };
};
