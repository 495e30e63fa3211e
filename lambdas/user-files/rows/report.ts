import { findColumns } from '#lambdas/spreadsheets/columns.ts';
import type { Row, Table } from '#lambdas/spreadsheets/table.ts';
import type { Role } from '#shared/groups.ts';
import type { ImportRow } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { Store } from '#shared/stores.ts';
import type {
  AcceptedRow,
  ReadUsersFile,
  RefusedUserRow,
  RowChange,
  UserReason,
  UsersFileReport,
} from '#shared/users/file/report.ts';
import { userColumnOf, userColumns } from '#shared/users/file/report.ts';
import type { UserPlaces } from './read-row.ts';
import { shownValues, userRowReader } from './read-row.ts';

/** As much of a user of the directory as tells what a row would change. */
export type KnownUser = {
  readonly sub: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly roles: readonly Role[];
};

export type UsersContext = {
  readonly returnsAvailable: boolean;
  readonly updateExisting: boolean;
  /** Sub of whoever asks. */
  readonly caller: string;
  /** The users of the region that have one of these addresses. */
  readonly findUsers: (emails: readonly string[]) => Promise<ReadonlyMap<string, KnownUser>>;
  readonly listStores: () => Promise<readonly Store[]>;
};

type ReadTable = {
  readonly users: readonly (ImportRow & { readonly source: Row })[];
  readonly refused: RefusedUserRow[];
};

/** What the rows say by themselves. Of rows with one email only the first counts. */
const readRows = (rows: readonly Row[], places: UserPlaces, context: UsersContext): ReadTable => {
  const users: (ImportRow & { source: Row })[] = [];
  const refused: RefusedUserRow[] = [];
  const rowOfEmail = new Map<string, number>();
  const readRow = userRowReader(places, context);
  for (const source of rows) {
    const read = readRow(source);
    const email = 'user' in read ? read.user.email : read.email;
    const first = email === undefined ? undefined : rowOfEmail.get(email);
    if (email !== undefined && first === undefined) rowOfEmail.set(email, source.number);
    const reasons: UserReason[] = [
      ...('user' in read ? [] : read.reasons),
      ...(first === undefined ? [] : [{ column: 'email' as const, key: 'emailTwice' as const, row: first }]),
    ];
    if ('user' in read && reasons.length === 0) users.push({ ...read.user, source });
    else refused.push({ row: source.number, values: shownValues(source, places), reasons });
  }
  return { users, refused };
};

const changeOf = (user: ImportRow, known: KnownUser | undefined): RowChange => {
  if (!known) return 'new';
  const isSame =
    known.storeId === user.storeId &&
    known.storeName === user.storeName &&
    [...known.roles].toSorted().join() === [...user.roles].toSorted().join();
  return isSame ? 'unchanged' : 'update';
};

/** What is wrong with a row once it is known whom it is about. */
const objection = (user: ImportRow, known: KnownUser | undefined, context: UsersContext): UserReason | undefined => {
  if (!known) return undefined;
  if (!context.updateExisting) return { column: 'email', key: 'exists' };
  const losesAdmin = known.roles.includes('admin') && !user.roles.includes('admin');
  return known.sub === context.caller && losesAdmin ? { column: 'admin', key: 'ownAccount' } : undefined;
};

/** Stores that are named otherwise than the portal knows them, each naming once. */
const renamedStores = (users: readonly ImportRow[], stores: readonly Store[]): ReadUsersFile['renamed'] => {
  const nameOf = new Map(stores.map(({ storeId, storeName }) => [storeId, storeName]));
  const namings = new Map(users.map(({ storeId, storeName }) => [`${storeId}#${storeName}`, { storeId, storeName }]));
  return [...namings.values()].flatMap(({ storeId, storeName: named }) => {
    const known = nameOf.get(storeId);
    return known === undefined || known === named ? [] : [{ storeId, known, named }];
  });
};

const byRow = (one: { readonly row: number }, other: { readonly row: number }) => one.row - other.row;

/** What a file of users says, row by row, each with the number that Excel shows; or why nothing of it is taken over. */
export const reportOnUsers = async (table: Table, context: UsersContext): Promise<UsersFileReport> => {
  const { rows, otherSheets, hiddenRows } = table;
  const columns = findColumns(table.header, userColumns, userColumnOf);
  if (columns.outcome === 'wrong') {
    const { missing, unknown, repeated } = columns;
    return { outcome: 'refused', code: 'UsersFileWrongHeaders', missing, unknown, repeated };
  }
  if (rows.length === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (rows.length > limits.bulk.rows) return { outcome: 'refused', code: 'UsersFileTooManyRows', rows: rows.length };
  const last = rows.at(-1)?.number ?? 0;
  // Blank rows count in a row's number, and a text file may have any number of them.
  if (last > limits.bulk.fileRows) return { outcome: 'refused', code: 'FileTooLarge', row: last };

  const { places } = columns;
  const { users, refused } = readRows(rows, places, context);
  const [known, stores] = await Promise.all([context.findUsers(users.map(({ email }) => email)), context.listStores()]);
  const accepted: AcceptedRow[] = [];
  for (const { source, ...user } of users) {
    const found = known.get(user.email);
    const reason = objection(user, found, context);
    if (reason) refused.push({ row: user.row, values: shownValues(source, places), reasons: [reason] });
    else accepted.push({ ...user, change: changeOf(user, found) });
  }
  return {
    outcome: 'read',
    rows: rows.length,
    accepted,
    refused: refused.toSorted(byRow),
    renamed: renamedStores(accepted, stores),
    otherSheets: [...otherSheets],
    hiddenRows: [...hiddenRows],
  };
};
