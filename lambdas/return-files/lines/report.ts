import { decodeTwice } from '#lambdas/spreadsheets/encoded-twice.ts';
import { importRows } from '#lambdas/spreadsheets/import-rows.ts';
import type { SpreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { reportOnBytes } from '#lambdas/spreadsheets/reader.ts';
import { memoize, cellText, shownText } from '#lambdas/spreadsheets/table.ts';
import type { Cell, Row, Table } from '#lambdas/spreadsheets/table.ts';
import { namesAnother } from '#shared/catalogue/names-another.ts';
import type { Language } from '#shared/regions.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type {
  AcceptedLine,
  DateReading,
  DroppedRow,
  FileReport,
  Reason,
  RefusedRow,
} from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { Encoding } from '#shared/spreadsheet.ts';
import type { LineContext } from './cell-contents.ts';
import { isMisplaced, slippedPlaces } from './cell-contents.ts';
import { dateOrder, doubtfulDates } from './date-order.ts';
import type { FindByEan, RowContext } from './read-row.ts';
import { readEan, rowReader } from './read-row.ts';
import type { Places } from './read-store.ts';
import { shownValues, groupByStore } from './read-store.ts';
import { linesDescription } from './what-is-a-line.ts';

export type ReturnsContext = Omit<RowContext, 'readEan' | 'dates' | 'required' | 'misplaced'> & {
  readonly findByEan: FindByEan;
  readonly storeId: string;
  readonly dates?: DateReading;
  /** The answer to the question which spelling is right. */
  readonly encoding?: Encoding;
};

/** As the reading thread is told (worker.ts); `language` is that of descriptions which the file leaves blank. */
export type ReturnsQuestion = Omit<ReturnsContext, 'findByEan'> & { readonly language: Language };

export type ReturnsReader = SpreadsheetReader<ReturnsQuestion, FileReport>;

type Sorted = { readonly accepted: AcceptedLine[]; readonly dropped: DroppedRow[]; readonly refused: RefusedRow[] };

const isOnlyInFuture = (reasons: readonly Reason[]) => reasons.length === 1 && reasons[0]?.key === 'dateInFuture';

/** Each row ends in one of three places. Of lines with one serial number the first stays, which is accepted, or waits for somebody to say that its serial number is right. */
const sortRows = (rows: readonly Row[], places: Places, context: RowContext & LineContext): Sorted => {
  const sorted: Sorted = { accepted: [], dropped: [], refused: [] };
  const rowOfSerial = new Map<string, number>();
  const readRow = rowReader(places, context);
  const placesOfRow = (row: Row) => (context.misplaced.has(row) ? slippedPlaces(row, places, context) : places);
  const shown = (row: Row) => ({ row: row.number, values: shownValues(row, placesOfRow(row)) });
  for (const row of rows) {
    const read = readRow(row);
    if ('line' in read) {
      const first = rowOfSerial.get(read.line.serialNumber);
      if (first === undefined) {
        rowOfSerial.set(read.line.serialNumber, row.number);
        if (read.doubt) {
          const { row: number, ...line } = read.line;
          sorted.refused.push({ ...shown(row), row: number, reasons: [read.doubt], line });
        } else sorted.accepted.push(read.line);
      } else {
        sorted.refused.push({
          ...shown(row),
          reasons: [{ column: 'serialNumber', key: 'serialNumberTwice', row: first }],
        });
      }
    } else if (read.purchaseDate !== undefined && isOnlyInFuture(read.reasons)) {
      sorted.dropped.push({ ...shown(row), purchaseDate: read.purchaseDate });
    } else {
      sorted.refused.push({ ...shown(row), reasons: read.reasons });
    }
  }
  return sorted;
};

const contradictionsOf = (accepted: readonly AcceptedLine[]) =>
  accepted
    .filter(({ product, productDescription }) => namesAnother(productDescription, product))
    .map(({ row, product, productDescription }) => ({ row, product, productDescription }));

type Context = ReturnsContext & Pick<RowContext, 'readEan'>;

const readRows = (rows: readonly Row[], places: Places, table: Table, context: Context): FileReport => {
  const misplaced = new Set(rows.filter((row) => isMisplaced(row, places, context)));
  const inPlace = misplaced.size === 0 ? rows : rows.filter((row) => !misplaced.has(row));
  const { stores, named, required } = groupByStore(inPlace, places, context.storeId);
  const [first, ...others] = stores;
  if (others.length > 0) return { outcome: 'refused', code: 'ReturnsFileNotSameStoreReference', stores };
  if (first && named.has('storeId') && first.storeId !== context.storeId)
    return { outcome: 'refused', code: 'ReturnsFileOtherStore', stores };

  const dates = dateOrder(inPlace, places, context.dates);
  const sorted = sortRows(rows, places, { ...context, dates, required, misplaced });
  const doubtful = doubtfulDates(inPlace, places, dates);
  return {
    outcome: 'read',
    storeId: context.storeId,
    storeRefNo: first?.storeRefNo ?? '',
    unnamed: (['storeId', 'storeRefNo'] as const).filter((column) => !named.has(column)),
    rows: rows.length,
    ...sorted,
    otherSheets: [...table.otherSheets],
    hiddenRows: [...table.hiddenRows],
    contradictions: contradictionsOf(sorted.accepted),
    ...(doubtful.length > 0 && { doubtfulDates: doubtful }),
  };
};

const readLines = (rows: readonly Row[], places: Places, table: Table, context: Context): FileReport => {
  const lines = rows.length;
  if (lines === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (lines > returnLimits.lines) return { outcome: 'refused', code: 'ReturnsFileTooManyLines', lines };
  return readRows(rows, places, table, context);
};

const guessedColumns = (row: Row | undefined, { at }: Places) =>
  (row?.cells ?? []).map((cell, index) => ({
    column: fileColumns.find((column) => at[column] === index) ?? null,
    example: shownText(cellText(cell), returnLimits.file.valueLength),
  }));

/** Every row is accepted, dropped (bought in the future), refused or set aside, by Excel's number; or the file is refused. */
export const reportOnTable = (given: Table, question: ReturnsContext): FileReport => {
  // A text whose character set has been asked about is read in one of those.
  const table = given.spellings.length > 0 ? given : decodeTwice(given, question.encoding);
  const context = { ...question, readEan: memoize((cell: Cell) => readEan(cell, question.findByEan)) };
  const imported = importRows(table, linesDescription(context));
  const spellings = table.spellings.map(({ charset, words }) => ({ charset, words: [...words] }));
  const asked = spellings.length > 0 ? { spellings } : {};
  if (imported.outcome === 'wrong') {
    return { ...imported, outcome: 'refused', code: 'ReturnsFileWrongHeaders', ...asked };
  }
  const { rows, places, found } = imported;
  const { cells, ...setAside } = imported.setAside;
  const far = cells && { cells: { count: cells.count, named: [...cells.named] } };
  const hasMore = setAside.rows.length + setAside.columns.length > 0 || far !== undefined;
  return {
    ...readLines(rows, places, table, context),
    ...(found === undefined && { guessed: guessedColumns(rows[0], places) }),
    ...(found !== undefined && found.join() !== fileColumns.join() && { reordered: [...found] }),
    ...(hasMore && { setAside: { ...setAside, ...far } }),
    ...asked,
  };
};

/** A file's report, whatever the bytes are; `onLimit` is told why a file took the reader to its limits. */
export const reportOnFile = (
  reader: Pick<ReturnsReader, 'read'>,
  bytes: Uint8Array,
  question: ReturnsQuestion,
  onLimit: (cause: string) => void = () => undefined,
): Promise<FileReport> => reportOnBytes(reader, bytes, question, onLimit);
