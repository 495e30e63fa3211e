import { memoize } from '#lambdas/lib/spreadsheets/table.ts';
import { findDigitGroups, foldStoreId } from '#shared/stores/store-id.ts';
import { createStoreFinder } from '#shared/stores/store-match.ts';
import type { Store } from '#shared/stores/stores.ts';
import type { ParsedUser } from './parse-users.ts';

/** Store that matches a store id of a file. `zeros` means a new store whose number may have lost leading zeros. */
export type FileStore =
  | { readonly kind: 'known' | 'new' | 'zeros'; readonly store: Store }
  | { readonly kind: 'unclear'; readonly storeIds: readonly string[] };

/** Groups rows by new store, for any spelling of its id. Ids whose hyphens separate digits differently are different stores. */
const groupRowsByStore = (users: readonly ParsedUser[]): readonly (readonly ParsedUser[])[] =>
  [...Map.groupBy(users, ({ user }) => foldStoreId(user.storeId)).values()].flatMap((rows) => {
    const rowsByDigitGroups = Map.groupBy(rows, ({ user }) => findDigitGroups(user.storeId));
    const rowsWithoutHyphens = rowsByDigitGroups.get('') ?? [];
    rowsByDigitGroups.delete('');
    const [firstGroup = [], ...otherGroups] = rowsByDigitGroups.values();
    return [[...rowsWithoutHyphens, ...firstGroup], ...otherGroups];
  });

/** Returns the new stores of a file, by every spelling of their ids. A store has the name in its first row. */
const findNewStores = (usersOfNewStores: readonly ParsedUser[]): ReadonlyMap<string, FileStore> => {
  const stores = new Map<string, FileStore>();
  for (const rows of groupRowsByStore(usersOfNewStores)) {
    const users = rows.map(({ user }) => user);
    const [firstUser] = users.toSorted((a, b) => a.row - b.row);
    // The longest spelling has lost the fewest zeros.
    const [userWithLongestId] = users.toSorted((a, b) => b.storeId.length - a.storeId.length || a.row - b.row);
    if (!firstUser || !userWithLongestId) continue;
    const { storeId } = userWithLongestId;
    const isDoubtful = rows.every((row) => row.mayLackLeadingZeros || row.user.storeId !== storeId);
    const store = { storeId, storeName: firstUser.storeName };
    for (const user of users) stores.set(user.storeId, { kind: isDoubtful ? 'zeros' : 'new', store });
  }
  return stores;
};

/** Returns a function that matches a store id of a file with the stores of the region and the new stores of the file. */
export const createStoreMatcher = (
  users: readonly ParsedUser[],
  stores: readonly Store[],
): ((storeId: string) => FileStore) => {
  const findStore = memoize(createStoreFinder(stores));
  const newStores = findNewStores(users.filter(({ user }) => findStore(user.storeId).kind === 'unknown'));
  return (storeId) => {
    const match = findStore(storeId);
    if (match.kind === 'known') return match;
    if (match.kind === 'unclear') return { kind: 'unclear', storeIds: match.stores.map((store) => store.storeId) };
    return newStores.get(storeId) ?? { kind: 'new', store: { storeId, storeName: storeId } };
  };
};
