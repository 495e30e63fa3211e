import { repairDoubleEncoding } from '#lambdas/lib/spreadsheets/double-encoding.ts';
import { importRows, createBeyondColumnsCheck, findCell } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { ColumnPositions } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { SpreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { memoize, toCellText, toReportText, isBlank } from '#lambdas/lib/spreadsheets/table.ts';
import type { Row, Table, Cell } from '#lambdas/lib/spreadsheets/table.ts';
import type { CheckResult } from '#lambdas/lib/spreadsheets/text-column.ts';
import {
  checkText,
  isIsoDate,
  toSingleLine,
  mayLackLeadingZeros,
  createTextColumnReader,
} from '#lambdas/lib/spreadsheets/text-column.ts';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { ImportRow } from '#shared/jobs/job.ts';
import type { Encoding } from '#shared/text/spreadsheet.ts';
import type { UserColumn } from '#shared/users/file/columns.ts';
import { findUserColumn, userColumns } from '#shared/users/file/columns.ts';
import type {
  ReadUsersFile,
  RejectedUserRow,
  UserReason,
  UsersFileReport,
  UserReasonKey,
} from '#shared/users/file/report.ts';
import type { Role } from '#shared/users/groups.ts';
import { findRepeatedEmails } from './repeated-emails.ts';

type UserColumnPositions = ColumnPositions<UserColumn>;

type ReadUserRow =
  | { readonly user: ImportRow; readonly mayLackLeadingZeros: boolean }
  | { readonly reasons: UserReason[]; readonly email?: string | undefined };

type CellProblem = Omit<UserReason, 'column'>;

/** Maximum lengths, in characters, of the cell texts that a report shows. */
const maxShownLengths: Record<UserColumn, number> = {
  email: limits.text.email,
  storeId: 60,
  storeName: limits.text.storeName,
  registerRepairs: 20,
  registerReturns: 20,
  admin: 20,
};

const toShownValues = (row: Row, positions: UserColumnPositions): string[] =>
  userColumns.map((column) => toReportText(toCellText(findCell(row, positions, column)), maxShownLengths[column]));

const checkEmail = (text: string) => checkText<UserReasonKey>(text, field.email, limits.text.email, 'emailMalformed');

// Dates are rejected first, because their characters are also valid in a store id.
const checkStoreId = (text: string): CheckResult<UserReasonKey> =>
  isIsoDate(text)
    ? { problem: { key: 'notText' } }
    : checkText(text, field.storeId, limits.text.storeId, 'invalidText');

const checkStoreName = (text: string) =>
  checkText<UserReasonKey>(toSingleLine(text), field.storeName, limits.text.storeName, 'invalidText');

/** Maps a number mangled by a spreadsheet to `notText`, since users files have no separate reason for it. */
const toUserReasonKey = (key: UserReasonKey | 'numberMangled'): UserReasonKey =>
  key === 'numberMangled' ? 'notText' : key;

const createColumnReader = (length: number, check: (text: string) => CheckResult<UserReasonKey>) => {
  const read = createTextColumnReader<UserReasonKey>(length, (text) =>
    text === '' ? { problem: { key: 'missing' } } : check(text),
  );
  return (cell: Cell): { readonly text: string } | { readonly problem: CellProblem } => {
    const result = read(cell);
    return 'text' in result ? result : { problem: { ...result.problem, key: toUserReasonKey(result.problem.key) } };
  };
};

/** Excel's boolean values in the portal's languages. */
const booleanWords = new Map([
  ...['true', 'wahr', 'vrai'].map((word) => [word, true] as const),
  ...['false', 'falsch', 'faux'].map((word) => [word, false] as const),
]);

/** Reads a boolean cell, or Excel's word for it in one of the portal's languages. Returns a problem for any other value. */
export const readBoolean = (cell: Cell): { readonly value: boolean } | { readonly problem: CellProblem } => {
  if (isBlank(cell)) return { problem: { key: 'missing' } };
  if (typeof cell === 'boolean') return { value: cell };
  if (typeof cell === 'object' && cell !== null && cell.kind === 'formula') return { problem: { key: 'formula' } };
  if (typeof cell === 'object' && cell !== null && cell.kind === 'error') return { problem: { key: 'errorValue' } };
  const value = typeof cell === 'string' ? booleanWords.get(cell.trim().toLowerCase()) : undefined;
  return value === undefined ? { problem: { key: 'notBoolean' } } : { value };
};

const roleColumns = [
  ['admin', 'admin'],
  ['registerRepairs', 'register-repairs'],
  ['registerReturns', 'register-returns'],
] as const satisfies readonly (readonly [UserColumn, Role])[];

const createUserRowReader = (
  positions: UserColumnPositions,
  { returnsAvailable, isTextFile = false }: UsersReadContext & Pick<Table, 'isTextFile'>,
) => {
  const parsers = {
    email: createColumnReader(limits.text.email, checkEmail),
    // Results are memoized, since thousands of rows may contain the same store.
    storeId: memoize(createColumnReader(limits.text.storeId, checkStoreId)),
    storeName: memoize(createColumnReader(limits.text.storeName, checkStoreName)),
  };
  const hasCellsBeyondColumns = createBeyondColumnsCheck(positions);

  return (row: Row): ReadUserRow => {
    const reasons: UserReason[] = [];
    const readText = (column: keyof typeof parsers) => {
      const result = parsers[column](findCell(row, positions, column));
      if ('text' in result) return result.text;
      reasons.push({ column, ...result.problem });
      return undefined;
    };
    const email = readText('email');
    const storeId = readText('storeId');
    const storeName = readText('storeName');
    const roles = roleColumns.flatMap(([column, role]) => {
      const result = readBoolean(findCell(row, positions, column));
      if ('problem' in result) reasons.push({ column, ...result.problem });
      return 'value' in result && result.value ? [role] : [];
    });
    if (roles.includes('register-returns') && !returnsAvailable)
      reasons.push({ column: 'registerReturns', key: 'noReturnsHere' });
    if (hasCellsBeyondColumns(row)) reasons.push({ column: null, key: 'beyondColumns' });
    if (reasons.length > 0 || email === undefined || storeId === undefined || storeName === undefined)
      return { reasons, email };
    return {
      user: { row: row.number, email, storeId, storeName, roles },
      mayLackLeadingZeros: mayLackLeadingZeros(findCell(row, positions, 'storeId'), storeId, { isTextFile }),
    };
  };
};

/** Input of the worker thread besides the file (validator-worker.ts). */
export type UsersReadContext = {
  readonly returnsAvailable: boolean;
  /** Encoding that the user has chosen because the spellings were doubtful. */
  readonly encoding?: Encoding;
};

/** User of a parsed row, with the cell texts of the file. `mayLackLeadingZeros` is true if a spreadsheet may have dropped leading zeros of the store id. */
export type ParsedUser = {
  readonly user: ImportRow;
  readonly values: readonly string[];
  readonly mayLackLeadingZeros: boolean;
};

export type UsersParseResult =
  | Extract<UsersFileReport, { readonly outcome: 'refused' }>
  | (Pick<ReadUsersFile, 'outcome' | 'rows' | 'otherColumns' | 'otherSheets' | 'hiddenRows' | 'spellings'> & {
      readonly users: readonly ParsedUser[];
      readonly refused: readonly RejectedUserRow[];
    });

export type UsersReader = SpreadsheetReader<UsersReadContext, UsersParseResult>;

const readRows = (
  rows: readonly Row[],
  positions: UserColumnPositions,
  readContext: UsersReadContext & Pick<Table, 'isTextFile'>,
) => {
  const readRow = createUserRowReader(positions, readContext);
  const parsedRows = rows.map((row) => ({
    number: row.number,
    values: toShownValues(row, positions),
    ...readRow(row),
  }));
  const sameEmailRowByRow = findRepeatedEmails(
    parsedRows.map((row) => ('user' in row ? row.user : { row: row.number, email: row.email })),
  );
  const users: ParsedUser[] = [];
  const rejectedRows: RejectedUserRow[] = [];
  for (const { number, values, ...row } of parsedRows) {
    const otherRow = sameEmailRowByRow.get(number);
    const reasons: UserReason[] = [
      ...('user' in row ? [] : row.reasons),
      ...(otherRow === undefined ? [] : [{ column: 'email' as const, key: 'emailTwice' as const, row: otherRow }]),
    ];
    if ('user' in row && reasons.length === 0) users.push({ ...row, values });
    else rejectedRows.push({ row: number, values, reasons });
  }
  return { users, refused: rejectedRows };
};

/** Parses a users table row by row, without looking up users or stores. Returns `refused` with a code if the whole file is rejected. */
export const parseUsers = (input: Table, readContext: UsersReadContext): UsersParseResult => {
  const table = repairDoubleEncoding(input, readContext.encoding);
  const importResult = importRows(table, {
    columns: userColumns,
    findColumn: findUserColumn,
    ignoresUnknownColumns: true,
  });
  if (importResult.outcome === 'wrong') return { ...importResult, outcome: 'refused', code: 'UsersFileWrongHeaders' };
  const { rows, positions, setAside } = importResult;
  if (rows.length === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (rows.length > limits.bulk.rows) return { outcome: 'refused', code: 'UsersFileTooManyRows', rows: rows.length };
  const lastRowNumber = rows.at(-1)?.number ?? 0;
  // Row numbers include blank rows, of which a text file may have any number.
  if (lastRowNumber > limits.bulk.fileRows) return { outcome: 'refused', code: 'FileTooLarge', row: lastRowNumber };
  return {
    outcome: 'read',
    rows: rows.length,
    ...readRows(rows, positions, { ...readContext, ...(table.isTextFile === true && { isTextFile: true }) }),
    otherColumns: setAside.columns,
    otherSheets: [...table.otherSheets],
    hiddenRows: [...table.hiddenRows],
    ...(table.spellings.length > 0 && {
      spellings: table.spellings.map(({ charset, words }) => ({ charset, words: [...words] })),
    }),
  };
};
