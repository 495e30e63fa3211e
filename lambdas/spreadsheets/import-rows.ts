import { bounds } from './bounds.ts';
import { splitLumped, splitRows } from './lumped-lines.ts';
import { cellText, shownText, isBlank } from './table.ts';
import type { Row, Table, Cell, FarCells } from './table.ts';

/** Where each column stands: indexes into a row's cells, -1 for one that the file doesn't have. */
export type Places<Column extends string> = {
  readonly at: Readonly<Record<Column, number>>;
  readonly passedOver: ReadonlySet<number>;
};

export const placesOf = <Column extends string>(
  columns: readonly Column[],
  known: ReadonlyMap<Column, number>,
  passedOver: Iterable<number> = [],
): Places<Column> => ({
  at: Object.fromEntries(columns.map((column) => [column, known.get(column) ?? -1])) as Record<Column, number>,
  passedOver: new Set(passedOver),
});

type Header<Column extends string> = {
  readonly places: Places<Column>;
  readonly found: Column[];
  readonly missing: Column[];
  readonly unknown: string[];
  readonly repeated: Column[];
};

const shown = { headers: 20, length: 60 };

/** By their headers, in whichever order; those without a header, or with an unknown one, are passed over. */
const headerOf = <Column extends string>(
  row: Row,
  columns: readonly Column[],
  columnOf: (text: string) => Column | 'reason' | undefined,
): Header<Column> => {
  const named = row.cells.flatMap((cell, index) => {
    const text = cellText(cell).trim();
    return isBlank(cell) ? [] : [{ text, index, column: columnOf(text) }];
  });
  const isPassedOver = (column: Column | 'reason' | undefined) => column === undefined || column === 'reason';
  const known = named.filter(({ column }) => !isPassedOver(column)) as { column: Column; index: number }[];
  const found = known.map(({ column }) => column);
  const unknown = named.flatMap(({ column, text }) => (column === undefined ? [shownText(text, shown.length)] : []));
  return {
    places: placesOf(
      columns,
      new Map(known.map(({ column, index }) => [column, index])),
      named.filter(({ column }) => isPassedOver(column)).map(({ index }) => index),
    ),
    found,
    missing: columns.filter((column) => !found.includes(column)),
    unknown: unknown.slice(0, shown.headers),
    repeated: columns.filter((column) => found.indexOf(column) !== found.lastIndexOf(column)),
  };
};

export const valueOf = <Column extends string>(row: Row, { at }: Places<Column>, column: Column): Cell =>
  row.cells[at[column]] ?? null;

/** Tells rows that hold something where no column has a header. */
export const beyondColumns = ({ at, passedOver }: Places<string>): ((row: Row) => boolean) => {
  const known = new Set([...Object.values(at), ...passedOver]);
  let firstUnknown = 0;
  while (known.has(firstUnknown)) firstUnknown += 1;
  return ({ cells, far }) =>
    far !== undefined ||
    (cells.length > firstUnknown && cells.some((cell, index) => !known.has(index) && !isBlank(cell)));
};

export type Description<Column extends string> = {
  readonly columns: readonly Column[];
  readonly optional?: readonly Column[];
  /** `reason` heads a column that is passed over without a word. */
  readonly columnOf: (header: string) => Column | 'reason' | undefined;
  /** Whether columns with another header are passed over and named (`setAside.columns`), and don't refuse the file. */
  readonly passesOverOthers?: boolean;
  /** Where more than the rows may stand in a file, and is asked about; everywhere else it refuses the file. */
  readonly tolerates?: {
    /** Tells a row from a title, a total, a note, and the header once more; above the header it has to look more like one. */
    readonly isMeant: (row: Row, places: Places<Column>, isAboveHeader: boolean) => boolean;
    readonly guess: (rows: readonly Row[]) => Places<Column> | undefined;
  };
};

type SetAside = {
  readonly rows: { readonly row: number; readonly text: string }[];
  readonly columns: string[];
  /** Absent where nothing stands far to the right. */
  readonly cells?: FarCells;
};

type Imported<Column extends string> =
  | ({ readonly outcome: 'wrong'; readonly otherSheets?: string[] } & Pick<
      Header<Column>,
      'missing' | 'unknown' | 'repeated'
    >)
  | {
      readonly outcome: 'found';
      readonly places: Places<Column>;
      /** Undefined where it has no header, and the columns were told by what they hold. */
      readonly found: readonly Column[] | undefined;
      readonly rows: readonly Row[];
      readonly setAside: SetAside;
    };

const lineOf = ({ number, cells }: Row) => {
  const texts = cells.filter((cell) => !isBlank(cell)).map((cell) => cellText(cell).trim());
  // A title over merged cells stands in each of them.
  return { row: number, text: shownText([...new Set(texts)].join(' | '), 120) };
};

const findHeader = <Column extends string>(table: Table, { columns, columnOf, ...more }: Description<Column>) => {
  const { optional = [], tolerates, passesOverOthers = tolerates !== undefined } = more;
  const beginning = [table.header, ...table.rows.slice(0, tolerates ? bounds.linesAbove : 0)];
  const headers = beginning.flatMap((row, index) =>
    [row, ...(row.cells.length < columns.length ? splitRows(row) : [])].map((one) => {
      const header = headerOf(one, columns, columnOf);
      const missing = header.missing.filter((column) => !optional.includes(column));
      return { ...header, index, width: one.cells.length, missing };
    }),
  );
  const isRight = ({ missing, repeated, unknown }: Header<Column>) =>
    missing.length === 0 && repeated.length === 0 && (passesOverOthers || unknown.length === 0);
  // What is said is said of the row that comes closest to a header.
  const [closest] = headers.toSorted((one, other) => other.found.length - one.found.length);
  return { right: headers.find(isRight), closest };
};

type Sorted = { readonly rows: readonly Row[]; readonly setAside: SetAside };

// Where none is meant as a row, none is set aside: then the rows say themselves what is wrong with them.
const sortOut = <Column extends string>(
  above: readonly Row[],
  below: readonly Row[],
  places: Places<Column>,
  tolerates: Description<Column>['tolerates'],
): Sorted => {
  const meantAbove = tolerates ? above.filter((row) => tolerates.isMeant(row, places, true)) : [];
  const meantBelow = tolerates ? below.filter((row) => tolerates.isMeant(row, places, false)) : below;
  const isNoneMeant = meantAbove.length + meantBelow.length === 0;
  if (above.length === 0 && (isNoneMeant || meantBelow.length === below.length))
    return { rows: below, setAside: { rows: [], columns: [] } };
  const rows = [...meantAbove, ...(isNoneMeant ? below : meantBelow)];
  const all = [...above, ...below];
  const isRow = new Set(rows);
  return { rows, setAside: { rows: all.filter((row) => !isRow.has(row)).map(lineOf), columns: [] } };
};

/** The rows without what stands far to the right of them, and what that is. */
const withoutFarCells = (rows: readonly Row[]): { readonly rows: readonly Row[]; readonly cells?: FarCells } => {
  if (!rows.some(({ far }) => far !== undefined)) return { rows };
  const far = rows.flatMap((row) => row.far ?? []);
  return {
    rows: rows
      .map(({ number, cells }) => ({ number, cells }))
      .filter(({ cells }) => cells.some((cell) => !isBlank(cell))),
    cells: {
      count: far.reduce((sum, { count }) => sum + count, 0),
      named: far.flatMap(({ named }) => named).slice(0, shown.headers),
    },
  };
};

/** Where each column stands, and what beside the rows. Without `tolerates` the first row has to be the header. */
export const importRows = <Column extends string>(table: Table, description: Description<Column>): Imported<Column> => {
  const { tolerates, columns } = description;
  const everything = [table.header, ...table.rows];
  const { rows: all, cells } = tolerates ? withoutFarCells(everything) : { rows: everything };
  const [header, ...body] = all;
  const far = cells ? { cells } : {};
  const { right, closest } = findHeader(header ? { ...table, header, rows: body } : table, description);
  if (!right) {
    const lines = all.map((row) => splitLumped(row, columns.length));
    const guessed = closest?.found.length === 0 ? tolerates?.guess(lines) : undefined;
    if (guessed) {
      const { rows, setAside } = sortOut([], lines, guessed, tolerates);
      return { outcome: 'found', places: guessed, found: undefined, rows, setAside: { ...setAside, ...far } };
    }
    const { missing = [], unknown = [], repeated = [] } = closest ?? {};
    // What was meant may stand on one of those.
    const otherSheets = [...table.otherSheets];
    return { outcome: 'wrong', missing, unknown, repeated, ...(otherSheets.length > 0 && { otherSheets }) };
  }
  const { places, found, unknown, index, width } = right;
  const lines = all.map((row, at) => (at === index ? row : splitLumped(row, width)));
  const { rows, setAside } = sortOut(lines.slice(0, index), lines.slice(index + 1), places, tolerates);
  return { outcome: 'found', places, found, rows, setAside: { ...setAside, columns: unknown, ...far } };
};
