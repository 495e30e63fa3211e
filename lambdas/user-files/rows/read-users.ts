import { importRows, beyondColumns, valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import type { Places } from '#lambdas/spreadsheets/import-rows.ts';
import type { SpreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { memoize, cellText, shownText, isBlank } from '#lambdas/spreadsheets/table.ts';
import type { Row, Table, Cell } from '#lambdas/spreadsheets/table.ts';
import type { Checked } from '#lambdas/spreadsheets/text-column.ts';
import { checked, isIsoDate, oneLine, textColumn } from '#lambdas/spreadsheets/text-column.ts';
import * as field from '#shared/fields.ts';
import type { Role } from '#shared/groups.ts';
import type { ImportRow } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { UserColumn } from '#shared/users/file/columns.ts';
import { userColumnOf, userColumns } from '#shared/users/file/columns.ts';
import type {
  ReadUsersFile,
  RefusedUserRow,
  UserReason,
  UsersFileReport,
  UserReasonKey,
} from '#shared/users/file/report.ts';
import { findRepeatedEmails } from './repeated-emails.ts';

type UserPlaces = Places<UserColumn>;

type ReadUserRow =
  | { readonly user: ImportRow; readonly mayLackZeros: boolean }
  | { readonly reasons: UserReason[]; readonly email?: string | undefined };

type Fault = Omit<UserReason, 'column'>;

const shownLengths: Record<UserColumn, number> = {
  email: limits.text.email,
  storeId: 60,
  storeName: limits.text.storeName,
  registerRepairs: 20,
  registerReturns: 20,
  admin: 20,
};

const shownValues = (row: Row, places: UserPlaces): string[] =>
  userColumns.map((column) => shownText(cellText(valueOf(row, places, column)), shownLengths[column]));

const checkEmail = (text: string) => checked<UserReasonKey>(text, field.email, limits.text.email, 'emailMalformed');

// All signs of a date are a store id's, too.
const checkStoreId = (text: string): Checked<UserReasonKey> =>
  isIsoDate(text) ? { fault: { key: 'notText' } } : checked(text, field.storeId, limits.text.storeId, 'invalidText');

const checkStoreName = (text: string) =>
  checked<UserReasonKey>(oneLine(text), field.storeName, limits.text.storeName, 'invalidText');

/** In a file of users a shortened number is a text that was lost like any other. */
const lostOr = (key: UserReasonKey | 'numberMangled'): UserReasonKey => (key === 'numberMangled' ? 'notText' : key);

const column = (length: number, check: (text: string) => Checked<UserReasonKey>) => {
  const read = textColumn<UserReasonKey>(length, (text) => (text === '' ? { fault: { key: 'missing' } } : check(text)));
  return (cell: Cell): { readonly text: string } | { readonly fault: Fault } => {
    const result = read(cell);
    return 'text' in result ? result : { fault: { ...result.fault, key: lostOr(result.fault.key) } };
  };
};

/** As Excel shows truth values in the portal's languages. */
const truths = new Map([
  ...['true', 'wahr', 'vrai'].map((word) => [word, true] as const),
  ...['false', 'falsch', 'faux'].map((word) => [word, false] as const),
]);

/** Excel's own truth values, and their words in three languages; nothing else is guessed at. */
export const readBoolean = (cell: Cell): { readonly value: boolean } | { readonly fault: Fault } => {
  if (isBlank(cell)) return { fault: { key: 'missing' } };
  if (typeof cell === 'boolean') return { value: cell };
  if (typeof cell === 'object' && cell !== null && cell.kind === 'formula') return { fault: { key: 'formula' } };
  if (typeof cell === 'object' && cell !== null && cell.kind === 'error') return { fault: { key: 'errorValue' } };
  const value = typeof cell === 'string' ? truths.get(cell.trim().toLowerCase()) : undefined;
  return value === undefined ? { fault: { key: 'notBoolean' } } : { value };
};

/** Returns whether zeros in front of a number may be lost: it is one for a spreadsheet, or digits in a text file that a spreadsheet may have saved. */
const mayLackZeros = (cell: Cell, storeId: string, { isText = false }: Pick<Table, 'isText'>): boolean =>
  typeof cell === 'number' || (isText && /^[1-9]\d*$/.test(storeId));

const roleColumns = [
  ['admin', 'admin'],
  ['registerRepairs', 'register-repairs'],
  ['registerReturns', 'register-returns'],
] as const satisfies readonly (readonly [UserColumn, Role])[];

const userRowReader = (
  places: UserPlaces,
  { returnsAvailable, isText = false }: UsersQuestion & Pick<Table, 'isText'>,
) => {
  const read = {
    email: column(limits.text.email, checkEmail),
    // Thousands of rows may name one store.
    storeId: memoize(column(limits.text.storeId, checkStoreId)),
    storeName: memoize(column(limits.text.storeName, checkStoreName)),
  };
  const holdsMore = beyondColumns(places);

  return (row: Row): ReadUserRow => {
    const reasons: UserReason[] = [];
    const textOf = (name: keyof typeof read) => {
      const result = read[name](valueOf(row, places, name));
      if ('text' in result) return result.text;
      reasons.push({ column: name, ...result.fault });
      return undefined;
    };
    const email = textOf('email');
    const storeId = textOf('storeId');
    const storeName = textOf('storeName');
    const roles = roleColumns.flatMap(([name, role]) => {
      const result = readBoolean(valueOf(row, places, name));
      if ('fault' in result) reasons.push({ column: name, ...result.fault });
      return 'value' in result && result.value ? [role] : [];
    });
    if (roles.includes('register-returns') && !returnsAvailable)
      reasons.push({ column: 'registerReturns', key: 'noReturnsHere' });
    if (holdsMore(row)) reasons.push({ column: null, key: 'beyondColumns' });
    if (reasons.length > 0 || email === undefined || storeId === undefined || storeName === undefined)
      return { reasons, email };
    return {
      user: { row: row.number, email, storeId, storeName, roles },
      mayLackZeros: mayLackZeros(valueOf(row, places, 'storeId'), storeId, { isText }),
    };
  };
};

export type UsersQuestion = { readonly returnsAvailable: boolean };

/** A user as a row names them, with its cells as the file shows them. `mayLackZeros`: whether a spreadsheet may have dropped zeros of the store id. */
export type NamedUser = {
  readonly user: ImportRow;
  readonly values: readonly string[];
  readonly mayLackZeros: boolean;
};

export type ReadUsers =
  | Extract<UsersFileReport, { readonly outcome: 'refused' }>
  | (Pick<ReadUsersFile, 'outcome' | 'rows' | 'otherColumns' | 'otherSheets' | 'hiddenRows'> & {
      readonly users: readonly NamedUser[];
      readonly refused: readonly RefusedUserRow[];
    });

export type UsersReader = SpreadsheetReader<UsersQuestion, ReadUsers>;

const readRows = (rows: readonly Row[], places: UserPlaces, question: UsersQuestion & Pick<Table, 'isText'>) => {
  const readRow = userRowReader(places, question);
  const read = rows.map((row) => ({ number: row.number, values: shownValues(row, places), ...readRow(row) }));
  const rowWithSameEmail = findRepeatedEmails(
    read.map((row) => ('user' in row ? row.user : { row: row.number, email: row.email })),
  );
  const users: NamedUser[] = [];
  const refused: RefusedUserRow[] = [];
  for (const { number, values, ...row } of read) {
    const other = rowWithSameEmail.get(number);
    const reasons: UserReason[] = [
      ...('user' in row ? [] : row.reasons),
      ...(other === undefined ? [] : [{ column: 'email' as const, key: 'emailTwice' as const, row: other }]),
    ];
    if ('user' in row && reasons.length === 0) users.push({ ...row, values });
    else refused.push({ row: number, values, reasons });
  }
  return { users, refused };
};

/** Row by row, before anybody has looked for their users; or why nothing of it is taken over. */
export const readUsers = (table: Table, question: UsersQuestion): ReadUsers => {
  const imported = importRows(table, { columns: userColumns, columnOf: userColumnOf, passesOverOthers: true });
  if (imported.outcome === 'wrong') return { ...imported, outcome: 'refused', code: 'UsersFileWrongHeaders' };
  const { rows, places, setAside } = imported;
  if (rows.length === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (rows.length > limits.bulk.rows) return { outcome: 'refused', code: 'UsersFileTooManyRows', rows: rows.length };
  const last = rows.at(-1)?.number ?? 0;
  // Blank rows count in a row's number, and a text file may have any number of them.
  if (last > limits.bulk.fileRows) return { outcome: 'refused', code: 'FileTooLarge', row: last };
  return {
    outcome: 'read',
    rows: rows.length,
    ...readRows(rows, places, { ...question, ...(table.isText === true && { isText: true }) }),
    otherColumns: setAside.columns,
    otherSheets: [...table.otherSheets],
    hiddenRows: [...table.hiddenRows],
  };
};
