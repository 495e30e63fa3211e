import { importRows } from '#lambdas/spreadsheets/import-rows.ts';
import type { SpreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import type { Row, Table } from '#lambdas/spreadsheets/table.ts';
import type { ImportRow } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { ReadUsersFile, RefusedUserRow, UserReason, UsersFileReport } from '#shared/users/file/report.ts';
import { userColumnOf, userColumns } from '#shared/users/file/report.ts';
import type { UserPlaces } from './read-row.ts';
import { shownValues, userRowReader } from './read-row.ts';

/** What a file of users is judged by, as the reading thread is told (worker.ts). */
export type UsersQuestion = { readonly returnsAvailable: boolean };

/** What the rows of a file say by themselves, before anybody has looked for their users; `values`: a row as the file shows it. */
export type ReadUsers =
  | Extract<UsersFileReport, { readonly outcome: 'refused' }>
  | (Pick<ReadUsersFile, 'outcome' | 'rows' | 'otherSheets' | 'hiddenRows'> & {
      readonly users: readonly { readonly user: ImportRow; readonly values: string[] }[];
      readonly refused: readonly RefusedUserRow[];
    });

export type UsersReader = SpreadsheetReader<UsersQuestion, ReadUsers>;

/** Of rows with one email only the first counts. */
const readRows = (rows: readonly Row[], places: UserPlaces, question: UsersQuestion) => {
  const users: { user: ImportRow; values: string[] }[] = [];
  const refused: RefusedUserRow[] = [];
  const rowOfEmail = new Map<string, number>();
  const readRow = userRowReader(places, question);
  for (const row of rows) {
    const read = readRow(row);
    const email = 'user' in read ? read.user.email : read.email;
    const first = email === undefined ? undefined : rowOfEmail.get(email);
    if (email !== undefined && first === undefined) rowOfEmail.set(email, row.number);
    const reasons: UserReason[] = [
      ...('user' in read ? [] : read.reasons),
      ...(first === undefined ? [] : [{ column: 'email' as const, key: 'emailTwice' as const, row: first }]),
    ];
    const values = shownValues(row, places);
    if ('user' in read && reasons.length === 0) users.push({ user: read.user, values });
    else refused.push({ row: row.number, values, reasons });
  }
  return { users, refused };
};

/** What a file of users says by itself, row by row, each with the number that Excel shows; or why nothing of it is taken over. */
export const readUsers = (table: Table, question: UsersQuestion): ReadUsers => {
  const imported = importRows(table, { columns: userColumns, columnOf: userColumnOf });
  if (imported.outcome === 'wrong') return { ...imported, outcome: 'refused', code: 'UsersFileWrongHeaders' };
  const { rows, places } = imported;
  if (rows.length === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (rows.length > limits.bulk.rows) return { outcome: 'refused', code: 'UsersFileTooManyRows', rows: rows.length };
  const last = rows.at(-1)?.number ?? 0;
  // Blank rows count in a row's number, and a text file may have any number of them.
  if (last > limits.bulk.fileRows) return { outcome: 'refused', code: 'FileTooLarge', row: last };
  return {
    outcome: 'read',
    rows: rows.length,
    ...readRows(rows, places, question),
    otherSheets: [...table.otherSheets],
    hiddenRows: [...table.hiddenRows],
  };
};
