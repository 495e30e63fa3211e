import type { Role } from '#shared/groups.ts';
import type { Store } from '#shared/stores.ts';
import type { AcceptedRow } from './report.ts';

type Rows = { readonly rows: readonly number[] };

/** What an import would do beside inviting and updating: what an admin has to see before it begins. Rows are those of the file. */
export type Consequences = {
  /** Store ids that are read as another spelling of a store's id. */
  readonly meantStores: readonly (Store & Rows & { readonly namedStoreId: string })[];
  /** Stores that do not exist yet, with other names that rows call them. */
  readonly newStores: readonly (Store &
    Rows & { readonly otherNames: readonly (Rows & { readonly name: string })[] })[];
  readonly movedUsers: readonly { readonly email: string; readonly from: Store; readonly to: Store }[];
  readonly lostRoles: readonly { readonly email: string; readonly roles: readonly Role[] }[];
};

const rowsOf = (accepted: readonly AcceptedRow[]) => accepted.map(({ row }) => row);

const meantStoresOf = (accepted: readonly AcceptedRow[]): Consequences['meantStores'] => {
  const spelled = accepted.filter(({ namedStoreId }) => namedStoreId !== undefined);
  const bySpelling = Map.groupBy(spelled, ({ namedStoreId = '' }) => namedStoreId);
  return [...bySpelling].flatMap(([namedStoreId, named]) => {
    const [first] = named;
    return first ? [{ namedStoreId, storeId: first.storeId, storeName: first.storeName, rows: rowsOf(named) }] : [];
  });
};

const newStoresOf = (accepted: readonly AcceptedRow[]): Consequences['newStores'] => {
  const ofNewStores = accepted.filter(({ isNewStore }) => isNewStore);
  return [...Map.groupBy(ofNewStores, ({ storeId }) => storeId)].flatMap(([storeId, named]) => {
    const [first] = named;
    if (!first) return [];
    const byName = Map.groupBy(named, ({ otherStoreName = '' }) => otherStoreName);
    byName.delete('');
    const otherNames = [...byName].map(([name, rows]) => ({ name, rows: rowsOf(rows) }));
    return [{ storeId, storeName: first.storeName, rows: rowsOf(named), otherNames }];
  });
};

/** Returns what rows that would be taken over lead to. */
export const consequencesOf = (accepted: readonly AcceptedRow[]): Consequences => ({
  meantStores: meantStoresOf(accepted),
  newStores: newStoresOf(accepted),
  movedUsers: accepted.flatMap(({ email, storeId, storeName, previous }) =>
    previous && previous.storeId !== storeId
      ? [
          {
            email,
            from: { storeId: previous.storeId, storeName: previous.storeName },
            to: { storeId, storeName },
          },
        ]
      : [],
  ),
  lostRoles: accepted.flatMap(({ email, roles, previous }) => {
    const lost = previous?.roles.filter((role) => !roles.includes(role)) ?? [];
    return lost.length === 0 ? [] : [{ email, roles: lost }];
  }),
});
