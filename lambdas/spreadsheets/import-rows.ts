import { bounds } from './bounds.ts';
import { cellText, shownText } from './cell-text.ts';
import type { Header, Places } from './columns.ts';
import { headerOf } from './columns.ts';
import type { Row, Table } from './table.ts';
import { isBlank } from './table.ts';

/** What the rows of a file are to hold. */
export type Description<Column extends string> = {
  /** In the template's order. */
  readonly columns: readonly Column[];
  /** Those of them that a file needn't have. */
  readonly optional?: readonly Column[];
  /** The column that a header names; `reason` heads one that is passed over without a word. */
  readonly columnOf: (header: string) => Column | 'reason' | undefined;
  /** Where more than the rows may stand in a file, and is to be asked about; everywhere else it refuses the file. */
  readonly tolerates?: {
    /** Whether a row is meant as one: it isn't a title, a total, a note, or the header once more. */
    readonly isMeant: (row: Row, places: Places<Column>) => boolean;
    /** Where the columns stand in rows without a header, if they tell. */
    readonly guess: (rows: readonly Row[]) => Places<Column> | undefined;
  };
};

/** What stands in a file beside its rows: each row's texts in a line, and the headers of further columns. */
type SetAside = { readonly rows: { readonly row: number; readonly text: string }[]; readonly columns: string[] };

export type Imported<Column extends string> =
  | ({ readonly outcome: 'wrong'; readonly otherSheets?: string[] } & Pick<
      Header<Column>,
      'missing' | 'unknown' | 'repeated'
    >)
  | {
      readonly outcome: 'found';
      readonly places: Places<Column>;
      /** The columns in the file's own order; undefined where it has no header, and they were told by what they hold. */
      readonly found: readonly Column[] | undefined;
      readonly rows: readonly Row[];
      readonly setAside: SetAside;
    };

/** What a report repeats of a row that was set aside. */
const shownLength = 120;

const lineOf = ({ number, cells }: Row) => {
  const texts = cells.filter((cell) => !isBlank(cell)).map((cell) => cellText(cell).trim());
  // A title over merged cells stands in each of them.
  return { row: number, text: shownText([...new Set(texts)].join(' | '), shownLength) };
};

const findHeader = <Column extends string>(table: Table, { columns, columnOf, ...more }: Description<Column>) => {
  const { optional = [], tolerates } = more;
  const beginning = [table.header, ...table.rows.slice(0, tolerates ? bounds.linesAbove : 0)];
  const headers = beginning.map((row, index) => {
    const header = headerOf(row, columns, columnOf);
    return { ...header, index, missing: header.missing.filter((column) => !optional.includes(column)) };
  });
  const isRight = ({ missing, repeated, unknown }: Header<Column>) =>
    missing.length === 0 && repeated.length === 0 && (tolerates !== undefined || unknown.length === 0);
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

/**
 * The rows of a table against a description of its columns: where each column stands, and what stands beside the rows. Without
 * `tolerates` the first row has to be the header, and nothing else may be there.
 */
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
