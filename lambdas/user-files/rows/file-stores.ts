import { memoize } from '#lambdas/spreadsheets/table.ts';
import { storeFinder } from '#shared/meant-store.ts';
import type { Store } from '#shared/stores.ts';
import { digitGroups, foldStoreId } from '#shared/text/store-id.ts';
import type { NamedUser } from './read-users.ts';

/** What a store id of a file means. `zeros`: a store that does not exist yet, by a number that may have lost zeros in front of it. */
export type FileStore =
  | { readonly kind: 'known' | 'new' | 'zeros'; readonly store: Store }
  | { readonly kind: 'unclear'; readonly storeIds: readonly string[] };

/** Rows that name one new store, however they spell it. */
const rowsOfStores = (named: readonly NamedUser[]): readonly (readonly NamedUser[])[] =>
  [...Map.groupBy(named, ({ user }) => foldStoreId(user.storeId)).values()].flatMap((alike) => {
    const byGroups = Map.groupBy(alike, ({ user }) => digitGroups(user.storeId));
    const withoutHyphens = byGroups.get('') ?? [];
    byGroups.delete('');
    const [first = [], ...others] = byGroups.values();
    return [[...withoutHyphens, ...first], ...others];
  });

/** The new stores of a file, by every id that names them. Each is called as its first row says. */
const newStores = (named: readonly NamedUser[]): ReadonlyMap<string, FileStore> => {
  const stores = new Map<string, FileStore>();
  for (const rows of rowsOfStores(named)) {
    const users = rows.map(({ user }) => user);
    const [first] = users.toSorted((one, other) => one.row - other.row);
    // The longest spelling has lost no zeros.
    const [fullest] = users.toSorted((one, other) => other.storeId.length - one.storeId.length || one.row - other.row);
    if (!first || !fullest) continue;
    const { storeId } = fullest;
    const isDoubtful = rows.every((row) => row.mayLackZeros || row.user.storeId !== storeId);
    const store = { storeId, storeName: first.storeName };
    for (const user of users) stores.set(user.storeId, { kind: isDoubtful ? 'zeros' : 'new', store });
  }
  return stores;
};

/** Returns a function that says which store an id of a file means, by the stores of the region and the other rows of the file. */
export const fileStores = (named: readonly NamedUser[], stores: readonly Store[]): ((storeId: string) => FileStore) => {
  const meant = memoize(storeFinder(stores));
  const unknown = newStores(named.filter(({ user }) => meant(user.storeId).kind === 'unknown'));
  return (storeId) => {
    const found = meant(storeId);
    if (found.kind === 'known') return found;
    if (found.kind === 'unclear') return { kind: 'unclear', storeIds: found.stores.map((store) => store.storeId) };
    return unknown.get(storeId) ?? { kind: 'new', store: { storeId, storeName: storeId } };
  };
};
