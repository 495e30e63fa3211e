import type { ImportRow } from '#shared/jobs/job.ts';
import { isSameStoreId } from '#shared/stores/store-id.ts';

type ValidRow = Pick<ImportRow, 'row' | 'email' | 'storeId' | 'roles'>;
/** Valid row, or an invalid row that may have an email. */
type EmailRow = ValidRow | { readonly row: number; readonly email?: string | undefined };

const isValidRow = (row: EmailRow): row is ValidRow => 'storeId' in row;

const areSameUser = (a: ValidRow, b: ValidRow): boolean =>
  isSameStoreId(a.storeId, b.storeId) && a.roles.join() === b.roles.join();

/**
 * Returns, for each row rejected because of its email, the number of another row with the same email. If the rows agree,
 * only the first is accepted. If they differ, the first is also rejected, because it is unclear which row is right.
 */
export const findRepeatedEmails = (rows: readonly EmailRow[]): ReadonlyMap<number, number> => {
  const rowsByEmail = Map.groupBy(
    rows.filter(({ email }) => email !== undefined),
    ({ email }) => email,
  );
  const sameEmailRowByRow = new Map<number, number>();
  for (const [firstRow, ...otherRows] of rowsByEmail.values()) {
    if (!firstRow) continue;
    for (const { row } of otherRows) sameEmailRowByRow.set(row, firstRow.row);
    if (!isValidRow(firstRow)) continue;
    const differingRow = otherRows.filter(isValidRow).find((row) => !areSameUser(firstRow, row));
    if (differingRow) sameEmailRowByRow.set(firstRow.row, differingRow.row);
  }
  return sameEmailRowByRow;
};
