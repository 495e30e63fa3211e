import ExcelJS from 'exceljs';
import { cellsOf, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { returnLimits } from '#shared/returns/limits.ts';

const dateColumn = fileColumns.indexOf('purchaseDate');

/** As many lines as a return can have, each of which is accepted, as a workbook of another program's making, its days real dates. */
export const returnsWorkbook = async (change: { readonly storeId?: string } = {}): Promise<Uint8Array<ArrayBuffer>> => {
  const book = new ExcelJS.Workbook();
  const lines = goodLines(returnLimits.lines).map((line) => cellsOf({ ...line, ...change }));
  const rows = lines.map((cells) => cells.map((cell, column) => (column === dateColumn ? new Date(cell) : cell)));
  book.addWorksheet('Returns').addRows([headers, ...rows]);
  return new Uint8Array(await book.xlsx.writeBuffer());
};

const quoted = (cell: string) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Lines as Excel saves a .csv in most of Europe: as many as a return can have, unless told otherwise. */
export const returnsCsv = (count: number = returnLimits.lines): Uint8Array =>
  new TextEncoder().encode(
    [headers, ...goodLines(count).map(cellsOf)].map((cells) => `${cells.map(quoted).join(';')}\r\n`).join(''),
  );
