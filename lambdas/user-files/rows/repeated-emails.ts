import type { ImportRow } from '#shared/jobs/job.ts';
import { areSameStoreId } from '#shared/text/store-id.ts';

/** A row that can be read, or one that cannot be but perhaps has an email. */
type ReadableRow = Pick<ImportRow, 'row' | 'email' | 'storeId' | 'roles'>;
type EmailRow = ReadableRow | { readonly row: number; readonly email?: string | undefined };

const isReadable = (row: EmailRow): row is ReadableRow => 'storeId' in row;

const saysTheSame = (one: ReadableRow, other: ReadableRow): boolean =>
  areSameStoreId(one.storeId, other.storeId) && one.roles.join() === other.roles.join();

/**
 * Returns, for each row that is refused because of its email, another row that has the same one. Of rows that say the same only the first
 * counts. Where they differ nobody knows which of them is meant, and the first is refused as well.
 */
export const findRepeatedEmails = (rows: readonly EmailRow[]): ReadonlyMap<number, number> => {
  const rowsByEmail = Map.groupBy(
    rows.filter(({ email }) => email !== undefined),
    ({ email }) => email,
  );
  const repeated = new Map<number, number>();
  for (const [first, ...others] of rowsByEmail.values()) {
    if (!first) continue;
    for (const { row } of others) repeated.set(row, first.row);
    if (!isReadable(first)) continue;
    const differing = others.filter(isReadable).find((other) => !saysTheSame(first, other));
    if (differing) repeated.set(first.row, differing.row);
  }
  return repeated;
};
