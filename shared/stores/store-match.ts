import { isSameStoreId, foldStoreId, tidyStoreId } from './store-id.ts';

/** Store matching a typed id: a known one, several candidates, or none. */
export type StoreMatch<Known> =
  | { readonly kind: 'known'; readonly store: Known }
  | { readonly kind: 'unclear'; readonly stores: readonly Known[] }
  | { readonly kind: 'unknown' };

/**
 * Returns a function that finds the store for a typed or imported id. A known id matches exactly. Any other id matches the only store
 * whose id differs only in upper and lower case, spaces, hyphens or leading zeros, because spreadsheets turn 0042 into 42.
 */
export const createStoreFinder = <Known extends { readonly storeId: string }>(stores: readonly Known[]) => {
  const storeById = new Map(stores.map((store) => [store.storeId, store]));
  const storesByFold = Map.groupBy(stores, ({ storeId }) => foldStoreId(storeId));

  return (typed: string): StoreMatch<Known> => {
    const exactMatch = storeById.get(tidyStoreId(typed));
    if (exactMatch) return { kind: 'known', store: exactMatch };
    const candidates = storesByFold.get(foldStoreId(typed)) ?? [];
    const [store, ...otherMatches] = candidates.filter(({ storeId }) => isSameStoreId(storeId, typed));
    if (!store) return { kind: 'unknown' };
    return otherMatches.length === 0 ? { kind: 'known', store } : { kind: 'unclear', stores: [store, ...otherMatches] };
  };
};
