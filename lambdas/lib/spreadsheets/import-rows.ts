import { bounds } from './bounds.ts';
import { splitSingleCellLine, splitByEachSeparator } from './single-cell-lines.ts';
import { toCellText, toReportText, isBlank } from './table.ts';
import type { Row, Table, Cell, FarCells } from './table.ts';

/** Position of each column: its index in a row's cells, or -1 if the file doesn't have it. */
export type ColumnPositions<Column extends string> = {
  readonly indexByColumn: Readonly<Record<Column, number>>;
  readonly ignoredIndexes: ReadonlySet<number>;
};

export const toColumnPositions = <Column extends string>(
  columns: readonly Column[],
  knownIndexes: ReadonlyMap<Column, number>,
  ignoredIndexes: Iterable<number> = [],
): ColumnPositions<Column> => ({
  indexByColumn: Object.fromEntries(columns.map((column) => [column, knownIndexes.get(column) ?? -1])) as Record<
    Column,
    number
  >,
  ignoredIndexes: new Set(ignoredIndexes),
});

/** Columns of a header that were found, are missing or occur repeatedly, and the texts of its unknown headers. */
type Header<Column extends string> = {
  readonly positions: ColumnPositions<Column>;
  readonly found: Column[];
  readonly missing: Column[];
  readonly unknown: string[];
  readonly repeated: Column[];
};

/** Maximum number of headers or far cells that are reported, and maximum characters of a reported header and of a row that is set aside. */
const reportLimits = { headers: 20, length: 60, rowLength: 120 };

/** Matches the header cells to columns, in any order; blank and unknown headers are ignored. */
const parseHeader = <Column extends string>(
  row: Row,
  columns: readonly Column[],
  findColumn: (text: string) => Column | 'reason' | undefined,
): Header<Column> => {
  const headers = row.cells.flatMap((cell, index) => {
    const text = toCellText(cell).trim();
    return isBlank(cell) ? [] : [{ text, index, column: findColumn(text) }];
  });
  const isIgnored = (column: Column | 'reason' | undefined) => column === undefined || column === 'reason';
  const knownHeaders = headers.filter(({ column }) => !isIgnored(column)) as { column: Column; index: number }[];
  const foundColumns = knownHeaders.map(({ column }) => column);
  const unknown = headers.flatMap(({ column, text }) =>
    column === undefined ? [toReportText(text, reportLimits.length)] : [],
  );
  return {
    positions: toColumnPositions(
      columns,
      new Map(knownHeaders.map(({ column, index }) => [column, index])),
      headers.filter(({ column }) => isIgnored(column)).map(({ index }) => index),
    ),
    found: foundColumns,
    missing: columns.filter((column) => !foundColumns.includes(column)),
    unknown: unknown.slice(0, reportLimits.headers),
    repeated: columns.filter((column) => foundColumns.indexOf(column) !== foundColumns.lastIndexOf(column)),
  };
};

export const findCell = <Column extends string>(
  row: Row,
  { indexByColumn }: ColumnPositions<Column>,
  column: Column,
): Cell => row.cells[indexByColumn[column]] ?? null;

/** Returns a predicate for rows that have content in a column without a header. */
export const createBeyondColumnsCheck = ({
  indexByColumn,
  ignoredIndexes,
}: ColumnPositions<string>): ((row: Row) => boolean) => {
  const knownIndexes = new Set([...Object.values(indexByColumn), ...ignoredIndexes]);
  let firstUnknownIndex = 0;
  while (knownIndexes.has(firstUnknownIndex)) firstUnknownIndex += 1;
  return ({ cells, far }) =>
    far !== undefined ||
    (cells.length > firstUnknownIndex && cells.some((cell, index) => !knownIndexes.has(index) && !isBlank(cell)));
};

export type ImportOptions<Column extends string> = {
  readonly columns: readonly Column[];
  readonly optional?: readonly Column[];
  /**
   * Finds a header's column. `reason` is the column that the portal adds to a file of rejected rows; it is ignored without
   * being reported.
   */
  readonly findColumn: (header: string) => Column | 'reason' | undefined;
  /** Reports columns with unknown headers in `setAside.columns` instead of rejecting the file. */
  readonly ignoresUnknownColumns?: boolean;
  /**
   * How to recognize rows that are not data (titles, totals, notes), which the user is asked about. If omitted, such rows
   * reject the file.
   */
  readonly nonDataRows?: {
    /** Distinguishes a data row from a title, a total, a note or a repeated header; stricter above the header. */
    readonly isDataRow: (row: Row, positions: ColumnPositions<Column>, isAboveHeader: boolean) => boolean;
    /** Infers the columns of a file without a header from its contents. */
    readonly guessColumns: (rows: readonly Row[]) => ColumnPositions<Column> | undefined;
  };
};

/** Content of a file that is not imported, for the report. */
type SetAside = {
  readonly rows: { readonly row: number; readonly text: string }[];
  readonly columns: string[];
  /** Absent if no cell lies beyond the columns that are read. */
  readonly cells?: FarCells;
};

type ImportResult<Column extends string> =
  /** No row has the expected headers. The headers are those of the row that most resembles a header. */
  | ({ readonly outcome: 'wrong'; readonly otherSheets?: string[] } & Pick<
      Header<Column>,
      'missing' | 'unknown' | 'repeated'
    >)
  | {
      readonly outcome: 'found';
      readonly positions: ColumnPositions<Column>;
      /** Undefined if the file has no header and the columns were inferred from their contents. */
      readonly found: readonly Column[] | undefined;
      readonly rows: readonly Row[];
      readonly setAside: SetAside;
    };

const toSetAsideRow = ({ number, cells }: Row) => {
  const texts = cells.filter((cell) => !isBlank(cell)).map((cell) => toCellText(cell).trim());
  // A title over merged cells occurs in each of them.
  return { row: number, text: toReportText([...new Set(texts)].join(' | '), reportLimits.rowLength) };
};

const findHeader = <Column extends string>(
  table: Table,
  { columns, findColumn, ...options }: ImportOptions<Column>,
) => {
  const { optional = [], nonDataRows, ignoresUnknownColumns = nonDataRows !== undefined } = options;
  const headerCandidates = [table.header, ...table.rows.slice(0, nonDataRows ? bounds.linesAboveHeader : 0)];
  const headers = headerCandidates.flatMap((row, index) =>
    [row, ...(row.cells.length < columns.length ? splitByEachSeparator(row) : [])].map((candidate) => {
      const header = parseHeader(candidate, columns, findColumn);
      const missing = header.missing.filter((column) => !optional.includes(column));
      return { ...header, index, width: candidate.cells.length, missing };
    }),
  );
  const isMatch = ({ missing, repeated, unknown }: Header<Column>) =>
    missing.length === 0 && repeated.length === 0 && (ignoresUnknownColumns || unknown.length === 0);
  // An error message refers to the row that most resembles a header.
  const [closestHeader] = headers.toSorted((a, b) => b.found.length - a.found.length);
  return { match: headers.find(isMatch), closestHeader };
};

type SeparatedRows = { readonly rows: readonly Row[]; readonly setAside: SetAside };

// `rowsAbove` and `rowsBelow` are those above and below the header. If no row looks like data, all rows are kept, so that their validation errors explain why.
const separateDataRows = <Column extends string>(
  rowsAbove: readonly Row[],
  rowsBelow: readonly Row[],
  positions: ColumnPositions<Column>,
  nonDataRows: ImportOptions<Column>['nonDataRows'],
): SeparatedRows => {
  const dataRowsAbove = nonDataRows ? rowsAbove.filter((row) => nonDataRows.isDataRow(row, positions, true)) : [];
  const dataRowsBelow = nonDataRows
    ? rowsBelow.filter((row) => nonDataRows.isDataRow(row, positions, false))
    : rowsBelow;
  const hasNoDataRows = dataRowsAbove.length + dataRowsBelow.length === 0;
  if (rowsAbove.length === 0 && (hasNoDataRows || dataRowsBelow.length === rowsBelow.length))
    return { rows: rowsBelow, setAside: { rows: [], columns: [] } };
  const rows = [...dataRowsAbove, ...(hasNoDataRows ? rowsBelow : dataRowsBelow)];
  const allRows = [...rowsAbove, ...rowsBelow];
  const dataRows = new Set(rows);
  return { rows, setAside: { rows: allRows.filter((row) => !dataRows.has(row)).map(toSetAsideRow), columns: [] } };
};

/** Removes far cells, which lie beyond the last column that is read, from the rows and returns them separately. */
const removeFarCells = (rows: readonly Row[]): { readonly rows: readonly Row[]; readonly cells?: FarCells } => {
  if (!rows.some(({ far }) => far !== undefined)) return { rows };
  const far = rows.flatMap((row) => row.far ?? []);
  return {
    rows: rows
      .map(({ number, cells }) => ({ number, cells }))
      .filter(({ cells }) => cells.some((cell) => !isBlank(cell))),
    cells: {
      count: far.reduce((sum, { count }) => sum + count, 0),
      named: far.flatMap(({ named }) => named).slice(0, reportLimits.headers),
    },
  };
};

/**
 * Finds the columns, separates data rows from other content and reports both. Without `nonDataRows`, the first row must
 * be the header.
 */
export const importRows = <Column extends string>(
  table: Table,
  options: ImportOptions<Column>,
): ImportResult<Column> => {
  const { nonDataRows, columns } = options;
  const tableRows = [table.header, ...table.rows];
  const { rows: allRows, cells } = nonDataRows ? removeFarCells(tableRows) : { rows: tableRows };
  const [header, ...body] = allRows;
  const farCellsPart = cells ? { cells } : {};
  const { match, closestHeader } = findHeader(header ? { ...table, header, rows: body } : table, options);
  if (!match) {
    const normalizedRows = allRows.map((row) => splitSingleCellLine(row, columns.length));
    const guessedPositions = closestHeader?.found.length === 0 ? nonDataRows?.guessColumns(normalizedRows) : undefined;
    if (guessedPositions) {
      const { rows, setAside } = separateDataRows([], normalizedRows, guessedPositions, nonDataRows);
      return {
        outcome: 'found',
        positions: guessedPositions,
        found: undefined,
        rows,
        setAside: { ...setAside, ...farCellsPart },
      };
    }
    const { missing = [], unknown = [], repeated = [] } = closestHeader ?? {};
    // The expected table may be on one of these sheets.
    const otherSheets = [...table.otherSheets];
    return { outcome: 'wrong', missing, unknown, repeated, ...(otherSheets.length > 0 && { otherSheets }) };
  }
  const { positions, found, unknown, index, width } = match;
  const normalizedRows = allRows.map((row, rowIndex) => (rowIndex === index ? row : splitSingleCellLine(row, width)));
  const { rows, setAside } = separateDataRows(
    normalizedRows.slice(0, index),
    normalizedRows.slice(index + 1),
    positions,
    nonDataRows,
  );
  return { outcome: 'found', positions, found, rows, setAside: { ...setAside, columns: unknown, ...farCellsPart } };
};
