import { findColumns, valueOf } from '#lambdas/spreadsheets/columns.ts';
import { memoize } from '#lambdas/spreadsheets/memoize.ts';
import type { SpreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { reportOnBytes } from '#lambdas/spreadsheets/report.ts';
import type { Row, Table } from '#lambdas/spreadsheets/table.ts';
import type { Language } from '#shared/regions.ts';
import { columnOf, fileColumns } from '#shared/returns/file/columns.ts';
import type { AcceptedLine, DroppedRow, FileReport, Reason, RefusedRow } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { Places } from './columns.ts';
import { shownValues } from './columns.ts';
import { isMonthFirst } from './read-date.ts';
import type { RowContext } from './read-row.ts';
import { rowReader } from './read-row.ts';
import type { AllowedStores } from './read-store.ts';
import { groupByStore, isAllowed } from './read-store.ts';

export type ReturnsContext = Omit<RowContext, 'fileHasMonthFirst'> & { readonly allowedStores: AllowedStores };

/** What a file is judged by, as the reading thread is told (worker.ts); `language` is that of descriptions which the file leaves blank. */
export type ReturnsQuestion = Omit<ReturnsContext, 'findByEan'> & { readonly language: Language };

export type ReturnsReader = SpreadsheetReader<ReturnsQuestion, FileReport>;

type Sorted = { readonly accepted: AcceptedLine[]; readonly dropped: DroppedRow[]; readonly refused: RefusedRow[] };

const isOnlyInFuture = (reasons: readonly Reason[]) => reasons.length === 1 && reasons[0]?.key === 'dateInFuture';

/** Each row ends in one of three places. Of lines with one serial number the first that is accepted stays. */
const sortRows = (rows: readonly Row[], places: Places, context: RowContext): Sorted => {
  const sorted: Sorted = { accepted: [], dropped: [], refused: [] };
  const rowOfSerial = new Map<string, number>();
  const readRow = rowReader(places, context);
  const shown = (row: Row) => ({ row: row.number, values: shownValues(row, places) });
  for (const row of rows) {
    const read = readRow(row);
    if ('line' in read) {
      const first = rowOfSerial.get(read.line.serialNumber);
      if (first === undefined) {
        rowOfSerial.set(read.line.serialNumber, row.number);
        sorted.accepted.push(read.line);
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

const readRows = ({ rows, otherSheets, hiddenRows }: Table, places: Places, context: ReturnsContext): FileReport => {
  const stores = groupByStore(rows, places, context.allowedStores);
  const [first, ...others] = stores;
  if (others.length > 0 || first?.storeId === '' || first?.storeRefNo === '')
    return { outcome: 'refused', code: 'ReturnsFileNotSameStoreReference', stores };
  if (first && !isAllowed(first.storeId, context.allowedStores))
    return { outcome: 'refused', code: 'ReturnsFileOtherStore', stores };

  const isFirst = memoize(isMonthFirst);
  const fileHasMonthFirst = rows.some((row) => isFirst(valueOf(row, places, 'purchaseDate')));
  const sorted = sortRows(rows, places, { ...context, fileHasMonthFirst });
  return {
    outcome: 'read',
    storeId: first?.storeId ?? '',
    storeRefNo: first?.storeRefNo ?? '',
    rows: rows.length,
    ...sorted,
    otherSheets: [...otherSheets],
    hiddenRows: [...hiddenRows],
  };
};

const readLines = (table: Table, places: Places, context: ReturnsContext): FileReport => {
  const lines = table.rows.length;
  if (lines === 0) return { outcome: 'refused', code: 'FileEmpty' };
  if (lines > returnLimits.lines) return { outcome: 'refused', code: 'ReturnsFileTooManyLines', lines };
  return readRows(table, places, context);
};

/**
 * What a returns file says: every row below the header is accepted, dropped (bought in the future) or refused with its reasons,
 * each with the number that Excel shows; or nothing of the file is taken over. Columns in another order are read all the same,
 * and the report says which order that was.
 */
export const reportOnTable = (table: Table, context: ReturnsContext): FileReport => {
  const columns = findColumns(table.header, fileColumns, columnOf);
  if (columns.outcome === 'wrong') {
    const { missing, unknown, repeated } = columns;
    return { outcome: 'refused', code: 'ReturnsFileWrongHeaders', missing, unknown, repeated };
  }
  const { places, found } = columns;
  const isReordered = found.join() !== fileColumns.join();
  return { ...readLines(table, places, context), ...(isReordered && { reordered: found }) };
};

/** A file's report, whatever the bytes are; `onLimit` is told why a file took the reader to its limits. */
export const reportOnFile = (
  reader: Pick<ReturnsReader, 'read'>,
  bytes: Uint8Array,
  question: ReturnsQuestion,
  onLimit: (cause: string) => void = () => undefined,
): Promise<FileReport> => reportOnBytes(reader, bytes, question, onLimit);
