import { bounds } from './bounds.ts';
import { cellText, shownText, isBlank } from './table.ts';
import type { Row, Table, Cell } from './table.ts';

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
  return ({ cells }) => cells.length > firstUnknown && cells.some((cell, index) => !known.has(index) && !isBlank(cell));
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
    /** Whether it isn't a title, a total, a note, or the header once more. */
    readonly isMeant: (row: Row, places: Places<Column>) => boolean;
    readonly guess: (rows: readonly Row[]) => Places<Column> | undefined;
  };
};

type SetAside = { readonly rows: { readonly row: number; readonly text: string }[]; readonly columns: string[] };

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
  const headers = beginning.map((row, index) => {
    const header = headerOf(row, columns, columnOf);
    return { ...header, index, missing: header.missing.filter((column) => !optional.includes(column)) };
  });
  const isRight = ({ missing, repeated, unknown }: Header<Column>) =>
    missing.length === 0 && repeated.length === 0 && (passesOverOthers || unknown.length === 0);
  // What is said is said of the row that comes closest to a header.
  const [closest] = headers.toSorted((one, other) => other.found.length - one.found.length);
  return { right: headers.find(isRight), closest };
};

// Where none is meant as a row, none is set aside: then the rows say themselves what is wrong with them.
const sortOut = <Column extends string>(
  rows: readonly Row[],
  places: Places<Column>,
  tolerates: Description<Column>['tolerates'],
): { readonly rows: readonly Row[]; readonly setAside: SetAside } => {
  const meant = tolerates ? rows.filter((row) => tolerates.isMeant(row, places)) : rows;
  if (meant.length === 0 || meant.length === rows.length) return { rows, setAside: { rows: [], columns: [] } };
  const isRow = new Set(meant);
  return { rows: meant, setAside: { rows: rows.filter((row) => !isRow.has(row)).map(lineOf), columns: [] } };
};

/** Where each column stands, and what beside the rows. Without `tolerates` the first row has to be the header. */
export const importRows = <Column extends string>(table: Table, description: Description<Column>): Imported<Column> => {
  const { tolerates } = description;
  const all = [table.header, ...table.rows];
  const { right, closest } = findHeader(table, description);
  if (!right) {
    const guessed = closest?.found.length === 0 ? tolerates?.guess(all) : undefined;
    if (guessed) return { outcome: 'found', places: guessed, found: undefined, ...sortOut(all, guessed, tolerates) };
    const { missing = [], unknown = [], repeated = [] } = closest ?? {};
    // What was meant may stand on one of those.
    const otherSheets = [...table.otherSheets];
    return { outcome: 'wrong', missing, unknown, repeated, ...(otherSheets.length > 0 && { otherSheets }) };
  }
  const { places, found, unknown, index } = right;
  const { rows, setAside } = sortOut(all.slice(index + 1), places, tolerates);
  const above = all.slice(0, index).map(lineOf);
  return {
    outcome: 'found',
    places,
    found,
    rows,
    setAside: { rows: [...above, ...setAside.rows], columns: unknown },
  };
};
