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

type UserPlaces = Places<UserColumn>;

type ReadUserRow =
  | { readonly user: ImportRow }
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

const checkEmail = (text: string) =>
  checked<UserReasonKey>(text.normalize('NFKC').toLowerCase(), field.email, limits.text.email, 'emailMalformed');

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

const roleColumns = [
  ['admin', 'admin'],
  ['registerRepairs', 'register-repairs'],
  ['registerReturns', 'register-returns'],
] as const satisfies readonly (readonly [UserColumn, Role])[];

const userRowReader = (places: UserPlaces, { returnsAvailable }: { readonly returnsAvailable: boolean }) => {
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
    return reasons.length > 0 || email === undefined || storeId === undefined || storeName === undefined
      ? { reasons, email }
      : { user: { row: row.number, email, storeId, storeName, roles } };
  };
};

export type UsersQuestion = { readonly returnsAvailable: boolean };

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

/** Row by row, before anybody has looked for their users; or why nothing of it is taken over. */
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
