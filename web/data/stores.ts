import { useEffect, useState } from 'react';
import type { RegionId } from '#shared/regions.ts';
import { stores as routes } from '#shared/routes/stores.ts';
import type { Store } from '#shared/stores.ts';
import { call } from './api.ts';

export type Stores =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly items: readonly Store[] }
  | { readonly status: 'failed' };

const loading: Stores = { status: 'loading' };

/** The stores of a region, in the order of their names; only for admins. `reload` asks again. */
export const useStores = (region: RegionId) => {
  const [round, setRound] = useState(0);
  const [settled, setSettled] = useState<{ readonly asked: string; readonly stores: Stores }>();
  const asked = `${region} ${round}`;

  useEffect(() => {
    let isCurrent = true;
    const settle = (stores: Stores) => isCurrent && setSettled({ asked, stores });
    call(routes.listStores, { region }).then(
      ({ items }) =>
        settle({
          status: 'loaded',
          items: items.toSorted(
            (one, other) => one.storeName.localeCompare(other.storeName) || one.storeId.localeCompare(other.storeId),
          ),
        }),
      () => settle({ status: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [region, asked]);

  return { stores: settled?.asked === asked ? settled.stores : loading, reload: () => setRound(round + 1) };
};
