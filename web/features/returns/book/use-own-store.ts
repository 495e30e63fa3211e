import { useEffect, useState } from 'react';
import type { RegionId } from '#shared/regions.ts';
import { stores } from '#shared/routes/stores.ts';
import type { Store } from '#shared/stores.ts';
import { call } from '#web/data/api.ts';

export type OwnStore = { readonly status: 'loading' | 'failed' } | { readonly status: 'loaded'; readonly store: Store };

const loading: OwnStore = { status: 'loading' };

/** The store that staff book for; not asked for an admin, who chooses. `reload` asks again. */
export const useOwnStore = (region: RegionId, isAsked: boolean) => {
  const [round, setRound] = useState(0);
  const [settled, setSettled] = useState<{ readonly asked: string; readonly own: OwnStore }>();
  const asked = isAsked ? `${region} ${round}` : '';

  useEffect(() => {
    if (asked === '') return undefined;
    let isCurrent = true;
    const settle = (own: OwnStore) => isCurrent && setSettled({ asked, own });
    call(stores.ownStore, { region }).then(
      (store) => settle({ status: 'loaded', store }),
      () => settle({ status: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [asked, region]);

  return { own: settled?.asked === asked ? settled.own : loading, reload: () => setRound(round + 1) };
};
