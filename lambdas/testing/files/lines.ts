import type { ReturnsContext, ReturnsReadContext } from '#lambdas/functions/return-files/lines/build-report.ts';
import type { Cell, Table } from '#lambdas/lib/spreadsheets/table.ts';
import { findReturnItemByEan, toReturnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';

export const headers = fileColumns.map((column) => fileHeaders[column].en[0]);

export const readContext: ReturnsReadContext = {
  today: '2026-11-21',
  returnPeriodDays: 30,
  storeId: 'ST-100',
  language: 'en',
};

export const context: ReturnsContext = {
  ...readContext,
  findByEan: (ean) => {
    const item = findReturnItemByEan(ean);
    return item && { key: item.key, description: toReturnItemLabel(item, 'en') };
  },
};

const findItem = (index: number) => {
  const item = returnItems[index % returnItems.length];
  if (!item) throw new Error('The catalogue is empty.');
  return item;
};

export type Line = {
  readonly storeId: string;
  readonly storeRefNo: string;
  readonly ean: string;
  readonly productDescription: string;
  readonly purchaseDate: string;
  readonly serialNumber: string;
};

/** Builds valid lines, with umlauts, quotation marks and separators in their descriptions. */
export const buildGoodLines = (count: number): Line[] =>
  Array.from({ length: count }, (_, index) => ({
    storeId: 'ST-100',
    storeRefNo: 'RÉF 7/2026',
    ean: findItem(index).ean,
    productDescription:
      index % 3 === 0
        ? `Größe „M“; 5" Bildschirm, Nr. ${index}`
        : `${toReturnItemLabel(findItem(index), 'fr').slice(0, 80)} €`,
    purchaseDate: `2026-11-${String((index % 20) + 1).padStart(2, '0')}`,
    serialNumber: `XKW${String(10_000_000_000 + index)}`,
  }));

export const toCells = (line: Line): string[] => fileColumns.map((column) => line[column]);

export const toAcceptedLines = (lines: readonly Line[]) =>
  lines.map(({ ean, productDescription, purchaseDate, serialNumber }, index) => ({
    row: index + 2,
    product: findReturnItemByEan(ean)?.key,
    ean,
    productDescription,
    purchaseDate,
    returnDate: context.today,
    serialNumber,
  }));

export const buildCsv = (rows: readonly (readonly string[])[], delimiter = ';', lineEnd = '\r\n') =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + lineEnd).join('');

export const buildTable = (
  rows: readonly (readonly Cell[])[],
  header: readonly Cell[] = headers,
  firstRowNumber = 2,
): Table => ({
  header: { number: 1, cells: header },
  rows: rows.map((cells, index) => ({ number: index + firstRowNumber, cells })),
  otherSheets: [],
  hiddenRows: [],
  spellings: [],
});
