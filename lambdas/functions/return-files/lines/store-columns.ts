import { findCell } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { ColumnPositions } from '#lambdas/lib/spreadsheets/import-rows.ts';
import { isNullMarker } from '#lambdas/lib/spreadsheets/null-markers.ts';
import { memoize, toReportText, readTypedText, toCellText } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell, Row, Table } from '#lambdas/lib/spreadsheets/table.ts';
import { mayLackLeadingZeros } from '#lambdas/lib/spreadsheets/text-column.ts';
import * as field from '#shared/api/fields.ts';
import { normalizeReference } from '#shared/records/record.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { StoreRows } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { isSameStoreId } from '#shared/stores/store-id.ts';
import { unescapeCsvCell } from '#shared/text/csv-cell.ts';
import { stripScannerMarks } from '#shared/text/label-marks.ts';

export type ReturnColumnPositions = ColumnPositions<FileColumn>;

export const toReportValues = (row: Row, positions: ReturnColumnPositions): string[] =>
  fileColumns.map((column) =>
    toReportText(toCellText(findCell(row, positions, column)), returnLimits.file.valueLength),
  );

/** Maximum length of a store or reference in a report, which is longer than a valid one. */
const maxShownLength = 60;

export const removeInvisibleCharacters = (text: string): string =>
  text.replaceAll(field.invisibleCharacterPattern, '').trim();

/** Normalizes a store or reference. Removes apostrophes that escape a CSV cell, and returns '' for a database's null marker. */
export const normalizeReferenceText = (text: string): string => {
  const visibleText = unescapeCsvCell(removeInvisibleCharacters(text));
  return isNullMarker(visibleText) ? '' : visibleText;
};

/** Returns the caller's store ID if the text matches it (42 for 0042, uk-7 for UK-7), otherwise the text. */
export const toMatchingStoreId = (text: string, ownStoreId: string): string =>
  isSameStoreId(stripScannerMarks(text), ownStoreId) ? ownStoreId : text;

type StoreColumn = 'storeId' | 'storeRefNo';

type StoreGrouping = {
  readonly stores: StoreRows[];
  /** Columns that have a value in at least one row. */
  readonly filledColumns: ReadonlySet<StoreColumn>;
  /**
   * Columns that each row must fill. If only the first row has a value, it counts for all rows, as from one merged
   * cell.
   */
  readonly requiredColumns: ReadonlySet<StoreColumn>;
};

type RowStore = { readonly row: Row; readonly mayLackLeadingZeros: boolean } & Readonly<Record<StoreColumn, string>>;

const storeColumns = ['storeId', 'storeRefNo'] as const satisfies readonly StoreColumn[];

/** Fills a column with the first row's value if no other row has one. */
const fillFromFirstRow = (rows: readonly RowStore[], column: StoreColumn) => {
  const [firstRow] = rows;
  const isFirstRowOnly = rows.length > 1 && rows.every((row) => row === firstRow || row[column] === '');
  return {
    isFirstRowOnly,
    rows: isFirstRowOnly && firstRow ? rows.map((row) => ({ ...row, [column]: firstRow[column] })) : rows,
  };
};

const stripZeros = (text: string) => text.replace(/^0+/, '');

/** Restores the leading zeros of references that a spreadsheet may have dropped, if the file has exactly one reference that differs only in them. */
const restoreZeros = (rows: readonly RowStore[]): readonly RowStore[] => {
  const completeReferences = new Set(rows.map(({ storeRefNo }) => storeRefNo).filter((text) => /^0\d+$/.test(text)));
  if (completeReferences.size === 0) return rows;
  return rows.map((row) => {
    if (!row.mayLackLeadingZeros) return row;
    const matches = [...completeReferences].filter((reference) => stripZeros(reference) === row.storeRefNo);
    const [storeRefNo = row.storeRefNo] = matches;
    return matches.length === 1 ? { ...row, storeRefNo } : row;
  });
};

/** Groups rows by store and reference. Omits rows with an unreadable cell, and rows with a blank cell if other rows have a value. */
export const groupByStore = (
  rows: readonly Row[],
  positions: ReturnColumnPositions,
  ownStoreId: string,
  table: Pick<Table, 'isTextFile'>,
): StoreGrouping => {
  const readReference = memoize((cell: Cell) => {
    const result = readTypedText(cell);
    return 'text' in result ? normalizeReferenceText(result.text) : undefined;
  });
  const toStoreId = memoize((text: string) => toMatchingStoreId(text, ownStoreId));
  const toComparisonKey = memoize(normalizeReference);
  const parsedRowStores = rows.flatMap((row): RowStore[] => {
    const store = readReference(findCell(row, positions, 'storeId'));
    const referenceCell = findCell(row, positions, 'storeRefNo');
    const storeRefNo = readReference(referenceCell);
    if (store === undefined || storeRefNo === undefined) return [];
    return [
      {
        row,
        storeId: toStoreId(store),
        storeRefNo,
        mayLackLeadingZeros: mayLackLeadingZeros(referenceCell, storeRefNo, table),
      },
    ];
  });
  const rowStores = restoreZeros(parsedRowStores);
  const filledStores = fillFromFirstRow(rowStores, 'storeId');
  const filledReferences = fillFromFirstRow(filledStores.rows, 'storeRefNo');
  const filledColumns = new Set(storeColumns.filter((column) => rowStores.some((row) => row[column] !== '')));
  const requiredColumns = new Set(filledColumns);
  if (filledStores.isFirstRowOnly) requiredColumns.delete('storeId');
  if (filledReferences.isFirstRowOnly) requiredColumns.delete('storeRefNo');

  const groups = new Map<string, StoreRows>();
  for (const { row, storeId, storeRefNo } of filledReferences.rows) {
    if ((storeId === '' && filledColumns.has('storeId')) || (storeRefNo === '' && filledColumns.has('storeRefNo')))
      continue;
    // The length shows where the store id ends and the reference begins.
    const key = `${storeId.length}:${storeId}${toComparisonKey(storeRefNo)}`;
    const group = groups.get(key) ?? {
      storeId: toReportText(storeId, maxShownLength),
      storeRefNo: toReportText(storeRefNo, maxShownLength),
      rows: [],
    };
    groups.set(key, group);
    group.rows.push(row.number);
  }
  const stores = [...groups.values()].toSorted((a, b) => b.rows.length - a.rows.length);
  return { stores, filledColumns, requiredColumns };
};
