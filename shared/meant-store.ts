import { areSameStoreId, foldStoreId, tidyStoreId } from './text/store-id.ts';

/** The store that a typed id means: a known one, one of several that it could mean, or none that is known. */
export type MeantStore<Known> =
  | { readonly kind: 'known'; readonly store: Known }
  | { readonly kind: 'unclear'; readonly stores: readonly Known[] }
  | { readonly kind: 'unknown' };

/**
 * Returns a function that finds the store which an id means, wherever it is typed or read. An id that is known means itself. Any other one
 * means the only store whose id differs in case, blanks, hyphens or zeros in front of a number alone: a spreadsheet makes 42 of 0042.
 */
export const storeFinder = <Known extends { readonly storeId: string }>(stores: readonly Known[]) => {
  const storeById = new Map(stores.map((store) => [store.storeId, store]));
  const storesByFold = Map.groupBy(stores, ({ storeId }) => foldStoreId(storeId));

  return (typed: string): MeantStore<Known> => {
    const exact = storeById.get(tidyStoreId(typed));
    if (exact) return { kind: 'known', store: exact };
    const alike = storesByFold.get(foldStoreId(typed)) ?? [];
    const [store, ...others] = alike.filter(({ storeId }) => areSameStoreId(storeId, typed));
    if (!store) return { kind: 'unknown' };
    return others.length === 0 ? { kind: 'known', store } : { kind: 'unclear', stores: [store, ...others] };
  };
};
