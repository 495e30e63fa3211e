import type { ImportRow } from '#shared/jobs/job.ts';
import { isSameStoreId } from '#shared/stores/store-id.ts';

/** Valid row, or an invalid one that may still have an email. */
type ValidRow = Pick<ImportRow, 'row' | 'email' | 'storeId' | 'roles'>;
type EmailRow = ValidRow | { readonly row: number; readonly email?: string | undefined };

const isValidRow = (row: EmailRow): row is ValidRow => 'storeId' in row;

const areSameUser = (a: ValidRow, b: ValidRow): boolean =>
  isSameStoreId(a.storeId, b.storeId) && a.roles.join() === b.roles.join();

/**
 * Returns, for each row rejected because of its email, the number of another row with the same email. If the rows agree,
 * only the first is accepted; if they differ, it is unclear which one is right, and the first is rejected, too.
 */
export const findRepeatedEmails = (rows: readonly EmailRow[]): ReadonlyMap<number, number> => {
  const rowsByEmail = Map.groupBy(
    rows.filter(({ email }) => email !== undefined),
    ({ email }) => email,
  );
  const otherRowByRow = new Map<number, number>();
  for (const [first, ...otherRows] of rowsByEmail.values()) {
    if (!first) continue;
    for (const { row } of otherRows) otherRowByRow.set(row, first.row);
    if (!isValidRow(first)) continue;
    const differingRow = otherRows.filter(isValidRow).find((b) => !areSameUser(first, b));
    if (differingRow) otherRowByRow.set(first.row, differingRow.row);
  }
  return otherRowByRow;
};
