import { importRows, beyondColumns, valueOf } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { Places } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { SpreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { memoize, cellText, shownText, isBlank } from '#lambdas/lib/spreadsheets/table.ts';
import type { Row, Table, Cell } from '#lambdas/lib/spreadsheets/table.ts';
import type { Checked } from '#lambdas/lib/spreadsheets/text-column.ts';
import { checked, isIsoDate, oneLine, textColumn } from '#lambdas/lib/spreadsheets/text-column.ts';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { ImportRow } from '#shared/jobs/job.ts';
import type { UserColumn } from '#shared/users/file/columns.ts';
import { userColumnOf, userColumns } from '#shared/users/file/columns.ts';
import type {
  ReadUsersFile,
  RefusedUserRow,
  UserReason,
  UsersFileReport,
  UserReasonKey,
} from '#shared/users/file/report.ts';
import type { Role } from '#shared/users/groups.ts';
import { findRepeatedEmails } from './repeated-emails.ts';

type UserPlaces = Places<UserColumn>;

type ReadUserRow =
  | { readonly user: ImportRow; readonly mayLackZeros: boolean }
  | { readonly reasons: UserReason[]; readonly email?: string | undefined };

type CellProblem = Omit<UserReason, 'column'>;

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

// A date consists of characters that are valid in a store id, so it is checked first.
const checkStoreId = (text: string): Checked<UserReasonKey> =>
  isIsoDate(text) ? { fault: { key: 'notText' } } : checked(text, field.storeId, limits.text.storeId, 'invalidText');

const checkStoreName = (text: string) =>
  checked<UserReasonKey>(oneLine(text), field.storeName, limits.text.storeName, 'invalidText');

/** Maps a number mangled by a spreadsheet to `notText`, since users files have no separate reason for it. */
const toUserReasonKey = (key: UserReasonKey | 'numberMangled'): UserReasonKey =>
  key === 'numberMangled' ? 'notText' : key;

const column = (length: number, check: (text: string) => Checked<UserReasonKey>) => {
  const read = textColumn<UserReasonKey>(length, (text) => (text === '' ? { fault: { key: 'missing' } } : check(text)));
  return (cell: Cell): { readonly text: string } | { readonly fault: CellProblem } => {
    const result = read(cell);
    return 'text' in result ? result : { fault: { ...result.fault, key: toUserReasonKey(result.fault.key) } };
  };
};

/** Excel's boolean values in the portal's languages. */
const booleanWords = new Map([
  ...['true', 'wahr', 'vrai'].map((word) => [word, true] as const),
  ...['false', 'falsch', 'faux'].map((word) => [word, false] as const),
]);

/** Reads a boolean cell or Excel's word for it in one of three languages; any other value is a fault. */
export const readBoolean = (cell: Cell): { readonly value: boolean } | { readonly fault: CellProblem } => {
  if (isBlank(cell)) return { fault: { key: 'missing' } };
  if (typeof cell === 'boolean') return { value: cell };
  if (typeof cell === 'object' && cell !== null && cell.kind === 'formula') return { fault: { key: 'formula' } };
  if (typeof cell === 'object' && cell !== null && cell.kind === 'error') return { fault: { key: 'errorValue' } };
  const value = typeof cell === 'string' ? booleanWords.get(cell.trim().toLowerCase()) : undefined;
  return value === undefined ? { fault: { key: 'notBoolean' } } : { value };
};

/** Returns true if leading zeros may be lost: the cell is a number, or digits in a text file that a spreadsheet may have saved. */
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
  const parsers = {
    email: column(limits.text.email, checkEmail),
    // Memoized, since thousands of rows may contain the same store.
    storeId: memoize(column(limits.text.storeId, checkStoreId)),
    storeName: memoize(column(limits.text.storeName, checkStoreName)),
  };
  const hasCellsBeyondColumns = beyondColumns(places);

  return (row: Row): ReadUserRow => {
    const reasons: UserReason[] = [];
    const readText = (name: keyof typeof parsers) => {
      const result = parsers[name](valueOf(row, places, name));
      if ('text' in result) return result.text;
      reasons.push({ column: name, ...result.fault });
      return undefined;
    };
    const email = readText('email');
    const storeId = readText('storeId');
    const storeName = readText('storeName');
    const roles = roleColumns.flatMap(([name, role]) => {
      const result = readBoolean(valueOf(row, places, name));
      if ('fault' in result) reasons.push({ column: name, ...result.fault });
      return 'value' in result && result.value ? [role] : [];
    });
    if (roles.includes('register-returns') && !returnsAvailable)
      reasons.push({ column: 'registerReturns', key: 'noReturnsHere' });
    if (hasCellsBeyondColumns(row)) reasons.push({ column: null, key: 'beyondColumns' });
    if (reasons.length > 0 || email === undefined || storeId === undefined || storeName === undefined)
      return { reasons, email };
    return {
      user: { row: row.number, email, storeId, storeName, roles },
      mayLackZeros: mayLackZeros(valueOf(row, places, 'storeId'), storeId, { isText }),
    };
  };
};

export type UsersQuestion = { readonly returnsAvailable: boolean };

/** User of a parsed row, with the cell texts of the file. `mayLackZeros`: a spreadsheet may have dropped leading zeros of the store id. */
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
  const parsedRows = rows.map((row) => ({ number: row.number, values: shownValues(row, places), ...readRow(row) }));
  const rowWithSameEmail = findRepeatedEmails(
    parsedRows.map((row) => ('user' in row ? row.user : { row: row.number, email: row.email })),
  );
  const users: NamedUser[] = [];
  const refused: RefusedUserRow[] = [];
  for (const { number, values, ...row } of parsedRows) {
    const otherRow = rowWithSameEmail.get(number);
    const reasons: UserReason[] = [
      ...('user' in row ? [] : row.reasons),
      ...(otherRow === undefined ? [] : [{ column: 'email' as const, key: 'emailTwice' as const, row: otherRow }]),
    ];
    if ('user' in row && reasons.length === 0) users.push({ ...row, values });
    else refused.push({ row: number, values, reasons });
  }
  return { users, refused };
};

/** Parses a users table row by row, without looking up users or stores. Returns `refused` with a code if the whole file is rejected. */
export const readUsers = (table: Table, question: UsersQuestion): ReadUsers => {
  const imported = importRows(table, { columns: userColumns, columnOf: userColumnOf, passesOverOthers: true });
  if (imported.outcome === 'wrong') return { ...imported, outcome: 'refused', code: 'UsersFileWrongHeaders' };
  const { rows, places, setAside } = imported;
  if (rows.length === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (rows.length > limits.bulk.rows) return { outcome: 'refused', code: 'UsersFileTooManyRows', rows: rows.length };
  const last = rows.at(-1)?.number ?? 0;
  // Row numbers include blank rows, of which a text file may have any number.
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
