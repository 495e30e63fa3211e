import { repairDoubleEncoding } from '#lambdas/lib/spreadsheets/double-encoding.ts';
import { importRows } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { SpreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { reportOnBytes } from '#lambdas/lib/spreadsheets/reader.ts';
import { memoize, toCellText, toReportText } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell, Row, Table } from '#lambdas/lib/spreadsheets/table.ts';
import { mentionsOtherProduct } from '#shared/catalogue/product-mentions.ts';
import type { Language } from '#shared/config/regions.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { DroppedRow, Reason } from '#shared/returns/file/rejections.ts';
import type { AcceptedLine, DateInterpretation, FileReport, RejectedRow } from '#shared/returns/file/report.ts';
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

export type ReturnsContext = Omit<RowContext, 'readEan' | 'dateOrder' | 'requiredColumns' | 'misplacedRows'> & {
  readonly findByEan: FindByEan;
  readonly storeId: string;
  readonly dates?: DateInterpretation;
  /** Encoding that the user has chosen because the spellings were doubtful. */
  readonly encoding?: Encoding;
};

/** Input of the worker thread (worker.ts); `language` is used for descriptions that the file leaves blank. */
export type ReturnsReadContext = Omit<ReturnsContext, 'findByEan'> & { readonly language: Language };

export type ReturnsReader = SpreadsheetReader<ReturnsReadContext, FileReport>;

type SortedRows = {
  readonly accepted: AcceptedLine[];
  readonly dropped: DroppedRow[];
  readonly refused: RejectedRow[];
};

const hasOnlyFutureDate = (reasons: readonly Reason[]) => reasons.length === 1 && reasons[0]?.key === 'dateInFuture';

/**
 * Sorts each row into accepted, dropped or rejected. Among rows with the same serial number, only the first can be
 * accepted, even if the user still has to confirm its number.
 */
const sortRows = (
  rows: readonly Row[],
  positions: ReturnColumnPositions,
  context: RowContext & LineContext,
): SortedRows => {
  const sortedRows: SortedRows = { accepted: [], dropped: [], refused: [] };
  const rowBySerialNumber = new Map<string, number>();
  const readRow = createRowReader(positions, context);
  const toPositions = (row: Row) =>
    context.misplacedRows.has(row) ? findShiftedPositions(row, positions, context) : positions;
  const toReportRow = (row: Row) => ({ row: row.number, values: toReportValues(row, toPositions(row)) });
  for (const row of rows) {
    const result = readRow(row);
    if ('line' in result) {
      const firstRowNumber = rowBySerialNumber.get(result.line.serialNumber);
      if (firstRowNumber === undefined) {
        rowBySerialNumber.set(result.line.serialNumber, row.number);
        if (result.doubt) {
          const { row: number, ...line } = result.line;
          sortedRows.refused.push({ ...toReportRow(row), row: number, reasons: [result.doubt], line });
        } else sortedRows.accepted.push(result.line);
      } else {
        sortedRows.refused.push({
          ...toReportRow(row),
          reasons: [{ column: 'serialNumber', key: 'serialNumberTwice', row: firstRowNumber }],
        });
      }
    } else if (result.purchaseDate !== undefined && hasOnlyFutureDate(result.reasons)) {
      sortedRows.dropped.push({ ...toReportRow(row), purchaseDate: result.purchaseDate });
    } else {
      sortedRows.refused.push({ ...toReportRow(row), reasons: result.reasons });
    }
  }
  return sortedRows;
};

const findContradictions = (accepted: readonly AcceptedLine[]) =>
  accepted
    .filter(({ product, productDescription }) => mentionsOtherProduct(productDescription, product))
    .map(({ row, product, productDescription }) => ({ row, product, productDescription }));

type ReadContext = ReturnsContext & Pick<RowContext, 'readEan'>;

const readRows = (
  rows: readonly Row[],
  positions: ReturnColumnPositions,
  table: Table,
  context: ReadContext,
): FileReport => {
  const misplacedRows = new Set(rows.filter((row) => isMisplaced(row, positions, context)));
  const alignedRows = misplacedRows.size === 0 ? rows : rows.filter((row) => !misplacedRows.has(row));
  const { stores, filledColumns, requiredColumns } = groupByStore(alignedRows, positions, context.storeId, table);
  const [firstStore, ...otherStores] = stores;
  if (otherStores.length > 0) return { outcome: 'refused', code: 'ReturnsFileNotSameStoreReference', stores };
  if (firstStore && filledColumns.has('storeId') && firstStore.storeId !== context.storeId)
    return { outcome: 'refused', code: 'ReturnsFileOtherStore', stores };

  const dateOrder = detectDateOrder(alignedRows, positions, context.dates);
  const sortedRows = sortRows(rows, positions, { ...context, dateOrder, requiredColumns, misplacedRows });
  const doubtfulDates = findDoubtfulDates(alignedRows, positions, dateOrder);
  return {
    outcome: 'read',
    storeId: context.storeId,
    storeRefNo: firstStore?.storeRefNo ?? '',
    unnamed: (['storeId', 'storeRefNo'] as const).filter((column) => !filledColumns.has(column)),
    rows: rows.length,
    ...sortedRows,
    otherSheets: [...table.otherSheets],
    hiddenRows: [...table.hiddenRows],
    contradictions: findContradictions(sortedRows.accepted),
    ...(doubtfulDates.length > 0 && { doubtfulDates: doubtfulDates }),
  };
};

const readLines = (
  rows: readonly Row[],
  positions: ReturnColumnPositions,
  table: Table,
  context: ReadContext,
): FileReport => {
  const lineCount = rows.length;
  if (lineCount === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (lineCount > returnLimits.lines) return { outcome: 'refused', code: 'ReturnsFileTooManyLines', lines: lineCount };
  return readRows(rows, positions, table, context);
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
export const reportOnTable = (input: Table, returnsContext: ReturnsContext): FileReport => {
  const table = repairDoubleEncoding(input, returnsContext.encoding);
  const context = { ...returnsContext, readEan: memoize((cell: Cell) => readEan(cell, returnsContext.findByEan)) };
  const importResult = importRows(table, createReturnsImportOptions(context));
  const spellings = table.spellings.map(({ charset, words }) => ({ charset, words: [...words] }));
  const spellingsQuestion = spellings.length > 0 ? { spellings } : {};
  if (importResult.outcome === 'wrong') {
    return { ...importResult, outcome: 'refused', code: 'ReturnsFileWrongHeaders', ...spellingsQuestion };
  }
  const { rows, positions, found: foundColumns } = importResult;
  const { cells, ...setAside } = importResult.setAside;
  const farCells = cells && { cells: { count: cells.count, named: [...cells.named] } };
  const hasSetAsideContent = setAside.rows.length + setAside.columns.length > 0 || farCells !== undefined;
  return {
    ...readLines(rows, positions, table, context),
    ...(foundColumns === undefined && { guessed: describeGuessedColumns(rows[0], positions) }),
    ...(foundColumns !== undefined && foundColumns.join() !== fileColumns.join() && { reordered: [...foundColumns] }),
    ...(hasSetAsideContent && { setAside: { ...setAside, ...farCells } }),
    ...spellingsQuestion,
  };
};

/** Returns the report on any file; calls `onLimit` with the cause if the file exceeded the reader's limits. */
export const reportOnFile = (
  reader: Pick<ReturnsReader, 'read'>,
  bytes: Uint8Array,
  readContext: ReturnsReadContext,
  onLimit: (cause: string) => void = () => undefined,
): Promise<FileReport> => reportOnBytes(reader, bytes, readContext, onLimit);
