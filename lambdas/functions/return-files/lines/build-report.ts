import { repairDoubleEncoding } from '#lambdas/lib/spreadsheets/double-encoding.ts';
import { importRows } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { SpreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { reportOnBytes } from '#lambdas/lib/spreadsheets/reader.ts';
import { memoize, toCellText, toReportText } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell, Row, Table } from '#lambdas/lib/spreadsheets/table.ts';
import { mentionsOtherProduct } from '#shared/catalogue/product-mentions.ts';
import type { Language } from '#shared/config/regions.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type {
  AcceptedLine,
  DateInterpretation,
  DroppedRow,
  FileReport,
  Reason,
  RejectedRow,
} from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { Encoding } from '#shared/text/spreadsheet.ts';
import type { LineContext } from './cell-contents.ts';
import { isMisplaced, findShiftedPositions } from './cell-contents.ts';
import { detectDateOrder, findDoubtfulDates } from './date-order.ts';
import type { FindByEan, RowContext } from './read-row.ts';
import { readEan, createRowReader } from './read-row.ts';
import { createReturnsImportOptions } from './returns-import-options.ts';
import type { ReturnColumnPositions } from './store-columns.ts';
import { toReportValues, groupByStore } from './store-columns.ts';

export type ReturnsContext = Omit<RowContext, 'readEan' | 'dates' | 'required' | 'misplaced'> & {
  readonly findByEan: FindByEan;
  readonly storeId: string;
  readonly dates?: DateInterpretation;
  /** Answer to the question which spelling is right. */
  readonly encoding?: Encoding;
};

/** Input of the worker thread (worker.ts); `language` is used for descriptions that the file leaves blank. */
export type ReturnsQuestion = Omit<ReturnsContext, 'findByEan'> & { readonly language: Language };

export type ReturnsReader = SpreadsheetReader<ReturnsQuestion, FileReport>;

type SortedRows = {
  readonly accepted: AcceptedLine[];
  readonly dropped: DroppedRow[];
  readonly refused: RejectedRow[];
};

const hasOnlyFutureDate = (reasons: readonly Reason[]) => reasons.length === 1 && reasons[0]?.key === 'dateInFuture';

/**
 * Sorts each row into accepted, dropped or rejected. Among rows with the same serial number, the first counts, whether
 * accepted or waiting for the user to confirm the number.
 */
const sortRows = (
  rows: readonly Row[],
  places: ReturnColumnPositions,
  context: RowContext & LineContext,
): SortedRows => {
  const sorted: SortedRows = { accepted: [], dropped: [], refused: [] };
  const rowBySerialNumber = new Map<string, number>();
  const readRow = createRowReader(places, context);
  const toPlaces = (row: Row) => (context.misplaced.has(row) ? findShiftedPositions(row, places, context) : places);
  const toReportRow = (row: Row) => ({ row: row.number, values: toReportValues(row, toPlaces(row)) });
  for (const row of rows) {
    const result = readRow(row);
    if ('line' in result) {
      const first = rowBySerialNumber.get(result.line.serialNumber);
      if (first === undefined) {
        rowBySerialNumber.set(result.line.serialNumber, row.number);
        if (result.doubt) {
          const { row: number, ...line } = result.line;
          sorted.refused.push({ ...toReportRow(row), row: number, reasons: [result.doubt], line });
        } else sorted.accepted.push(result.line);
      } else {
        sorted.refused.push({
          ...toReportRow(row),
          reasons: [{ column: 'serialNumber', key: 'serialNumberTwice', row: first }],
        });
      }
    } else if (result.purchaseDate !== undefined && hasOnlyFutureDate(result.reasons)) {
      sorted.dropped.push({ ...toReportRow(row), purchaseDate: result.purchaseDate });
    } else {
      sorted.refused.push({ ...toReportRow(row), reasons: result.reasons });
    }
  }
  return sorted;
};

const findContradictions = (accepted: readonly AcceptedLine[]) =>
  accepted
    .filter(({ product, productDescription }) => mentionsOtherProduct(productDescription, product))
    .map(({ row, product, productDescription }) => ({ row, product, productDescription }));

type Context = ReturnsContext & Pick<RowContext, 'readEan'>;

const readRows = (rows: readonly Row[], places: ReturnColumnPositions, table: Table, context: Context): FileReport => {
  const misplaced = new Set(rows.filter((row) => isMisplaced(row, places, context)));
  const placedRows = misplaced.size === 0 ? rows : rows.filter((row) => !misplaced.has(row));
  const { stores, named, required } = groupByStore(placedRows, places, context.storeId, table);
  const [first, ...others] = stores;
  if (others.length > 0) return { outcome: 'refused', code: 'ReturnsFileNotSameStoreReference', stores };
  if (first && named.has('storeId') && first.storeId !== context.storeId)
    return { outcome: 'refused', code: 'ReturnsFileOtherStore', stores };

  const dates = detectDateOrder(placedRows, places, context.dates);
  const sorted = sortRows(rows, places, { ...context, dates, required, misplaced });
  const doubtful = findDoubtfulDates(placedRows, places, dates);
  return {
    outcome: 'read',
    storeId: context.storeId,
    storeRefNo: first?.storeRefNo ?? '',
    unnamed: (['storeId', 'storeRefNo'] as const).filter((column) => !named.has(column)),
    rows: rows.length,
    ...sorted,
    otherSheets: [...table.otherSheets],
    hiddenRows: [...table.hiddenRows],
    contradictions: findContradictions(sorted.accepted),
    ...(doubtful.length > 0 && { doubtfulDates: doubtful }),
  };
};

const readLines = (rows: readonly Row[], places: ReturnColumnPositions, table: Table, context: Context): FileReport => {
  const lines = rows.length;
  if (lines === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (lines > returnLimits.lines) return { outcome: 'refused', code: 'ReturnsFileTooManyLines', lines };
  return readRows(rows, places, table, context);
};

const describeGuessedColumns = (row: Row | undefined, { indexByColumn }: ReturnColumnPositions) =>
  (row?.cells ?? []).map((cell, index) => ({
    column: fileColumns.find((column) => indexByColumn[column] === index) ?? null,
    example: toReportText(toCellText(cell), returnLimits.file.valueLength),
  }));

/**
 * Reports on a table: every row is accepted, dropped (purchase date in the future), rejected or set aside, by Excel's
 * row number; or the whole file is rejected.
 */
export const reportOnTable = (input: Table, question: ReturnsContext): FileReport => {
  const table = repairDoubleEncoding(input, question.encoding);
  const context = { ...question, readEan: memoize((cell: Cell) => readEan(cell, question.findByEan)) };
  const importResult = importRows(table, createReturnsImportOptions(context));
  const spellings = table.spellings.map(({ charset, words }) => ({ charset, words: [...words] }));
  const spellingsQuestion = spellings.length > 0 ? { spellings } : {};
  if (importResult.outcome === 'wrong') {
    return { ...importResult, outcome: 'refused', code: 'ReturnsFileWrongHeaders', ...spellingsQuestion };
  }
  const { rows, places, found } = importResult;
  const { cells, ...setAside } = importResult.setAside;
  const far = cells && { cells: { count: cells.count, named: [...cells.named] } };
  const hasSetAsideContent = setAside.rows.length + setAside.columns.length > 0 || far !== undefined;
  return {
    ...readLines(rows, places, table, context),
    ...(found === undefined && { guessed: describeGuessedColumns(rows[0], places) }),
    ...(found !== undefined && found.join() !== fileColumns.join() && { reordered: [...found] }),
    ...(hasSetAsideContent && { setAside: { ...setAside, ...far } }),
    ...spellingsQuestion,
  };
};

/** Returns the report on any file; calls `onLimit` with the cause if the file exceeded the reader's limits. */
export const reportOnFile = (
  reader: Pick<ReturnsReader, 'read'>,
  bytes: Uint8Array,
  question: ReturnsQuestion,
  onLimit: (cause: string) => void = () => undefined,
): Promise<FileReport> => reportOnBytes(reader, bytes, question, onLimit);
