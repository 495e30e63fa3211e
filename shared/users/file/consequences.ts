import type { Store } from '#shared/stores/stores.ts';
import type { Role } from '#shared/users/groups.ts';
import type { AcceptedRow } from './report.ts';

type Rows = { readonly rows: readonly number[] };

/**
 * Consequences of an import other than inviting and updating users, which an admin reviews before it starts. Row
 * numbers are those of the file.
 */
export type Consequences = {
  /** Existing stores that rows mean by a different spelling of the id (`namedStoreId`). */
  readonly matchingStores: readonly (Store & Rows & { readonly namedStoreId: string })[];
  /** Stores that do not exist yet, with alternative names used in rows. */
  readonly newStores: readonly (Store &
    Rows & { readonly otherNames: readonly (Rows & { readonly name: string })[] })[];
  readonly movedUsers: readonly { readonly email: string; readonly from: Store; readonly to: Store }[];
  readonly lostRoles: readonly { readonly email: string; readonly roles: readonly Role[] }[];
};

const toRowNumbers = (acceptedRows: readonly AcceptedRow[]) => acceptedRows.map(({ row }) => row);

const findMatchingStores = (acceptedRows: readonly AcceptedRow[]): Consequences['matchingStores'] => {
  const respelledRows = acceptedRows.filter(({ namedStoreId }) => namedStoreId !== undefined);
  const rowsBySpelling = Map.groupBy(respelledRows, ({ namedStoreId = '' }) => namedStoreId);
  return [...rowsBySpelling].flatMap(([namedStoreId, rows]) => {
    const [firstRow] = rows;
    return firstRow
      ? [{ namedStoreId, storeId: firstRow.storeId, storeName: firstRow.storeName, rows: toRowNumbers(rows) }]
      : [];
  });
};

const findNewStores = (acceptedRows: readonly AcceptedRow[]): Consequences['newStores'] => {
  const newStoreRows = acceptedRows.filter(({ isNewStore }) => isNewStore);
  return [...Map.groupBy(newStoreRows, ({ storeId }) => storeId)].flatMap(([storeId, storeRows]) => {
    const [firstRow] = storeRows;
    if (!firstRow) return [];
    const rowsByName = Map.groupBy(storeRows, ({ otherStoreName = '' }) => otherStoreName);
    rowsByName.delete('');
    const otherNames = [...rowsByName].map(([name, rows]) => ({ name, rows: toRowNumbers(rows) }));
    return [{ storeId, storeName: firstRow.storeName, rows: toRowNumbers(storeRows), otherNames }];
  });
};

/** Finds the consequences of importing the accepted rows. */
export const findConsequences = (acceptedRows: readonly AcceptedRow[]): Consequences => ({
  matchingStores: findMatchingStores(acceptedRows),
  newStores: findNewStores(acceptedRows),
  movedUsers: acceptedRows.flatMap(({ email, storeId, storeName, previousStore }) =>
    previousStore ? [{ email, from: previousStore, to: { storeId, storeName } }] : [],
  ),
  lostRoles: acceptedRows.flatMap(({ email, lostRoles }) => (lostRoles ? [{ email, roles: lostRoles }] : [])),
});
