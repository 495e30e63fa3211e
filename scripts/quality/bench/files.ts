import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { reportOnFile } from '#lambdas/functions/return-files/lines/build-report.ts';
import type { ReturnsReader } from '#lambdas/functions/return-files/lines/build-report.ts';
import { createSpreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { toCells, buildGoodLines, headers, readContext } from '#lambdas/testing/files/lines.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { spreadsheetLimits } from '#shared/text/spreadsheet.ts';
import type { Bench } from './figure.ts';
import { compareInterleaved } from './interleaved.ts';

/** Creates a workbook with date cells, using another library than the product. */
const createWorkbook = async (lineCount: number): Promise<Uint8Array<ArrayBuffer>> => {
  const book = new ExcelJS.Workbook();
  const dateColumn = fileColumns.indexOf('purchaseDate');
  const rows = buildGoodLines(lineCount).map((line) =>
    toCells(line).map((cell, column) => (column === dateColumn ? new Date(cell) : cell)),
  );
  book.addWorksheet('Returns').addRows([headers, ...rows]);
  return new Uint8Array(await book.xlsx.writeBuffer());
};

const quoteCell = (cell: string) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Creates a CSV file as Excel saves it in most of Europe. */
const createCsv = (lineCount: number): Uint8Array =>
  new TextEncoder().encode(
    [headers, ...buildGoodLines(lineCount).map(toCells)]
      .map((cells) => `${cells.map(quoteCell).join(';')}\r\n`)
      .join(''),
  );

/** Throws unless all lines and the row of headers were read. */
const expectRowCount = (rowCount: number, lineCount: number) => {
  if (rowCount !== lineCount + 1) throw new Error(`${rowCount} rows were read`);
};

const readWithExcelJs = async (bytes: Uint8Array) => {
  let rowCount = 0;
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([bytes]), {})) {
    for await (const { values } of sheet) rowCount += Array.isArray(values) ? 1 : 0;
  }
  expectRowCount(rowCount, returnLimits.lines);
};

const readWithCsvParse = async (bytes: Uint8Array, lineCount: number) =>
  expectRowCount(parse(bytes, { delimiter: ';' }).length, lineCount);

/** Reads a file completely. Throws unless every line is accepted, or the file is rejected for having too many. */
const readAll = async (reader: ReturnsReader, bytes: Uint8Array, lineCount: number) => {
  const report = await reportOnFile(reader, bytes, readContext);
  const isExpected =
    report.outcome === 'read'
      ? report.accepted.length === lineCount
      : report.code === 'ReturnsFileTooManyLines' && lineCount > returnLimits.lines;
  if (!isExpected) throw new Error(`unexpected report: ${JSON.stringify(report).slice(0, 200)}`);
};

/**
 * Overhead of the guards, validation and look-up over parsing a returns file.
 * docs/decisions/21-how-is-reading-a-file-bounded.md explains the targets.
 */
export const files: Bench = {
  description: `complete reading of a returns file of ${returnLimits.lines.toLocaleString('en-GB')} lines, compared with exceljs and csv-parse alone`,
  run: async () => {
    const maxLineCount = returnLimits.lines;
    const excessiveLineCount = spreadsheetLimits.rows;
    const workbook = await createWorkbook(maxLineCount);
    const csv = createCsv(maxLineCount);
    const longCsv = createCsv(excessiveLineCount);
    // Configured as in the function, with a warm thread, but with longer timeouts for a busy machine.
    const reader: ReturnsReader = createSpreadsheetReader({
      entry: new URL(import.meta.resolve('#lambdas/functions/return-files/worker.ts')),
      maxCpuMs: 30_000,
      timeoutMs: 600_000,
    });
    reader.warmUp();
    // The thread answers an empty file as soon as it is ready.
    await reader.read(Uint8Array.of(), readContext);
    try {
      // The other library is the first side, because the ratio of rows per second is the inverse of the ratio of times.
      const measureRatio = (
        otherLibrary: () => Promise<void>,
        bytes: Uint8Array,
        lineCount: number,
        options: { readonly rounds: number; readonly calls: number; readonly warmUp: number },
      ) => compareInterleaved(otherLibrary, () => readAll(reader, bytes, lineCount), options);
      return [
        {
          label: 'Workbook: rows per second / exceljs alone',
          value: await measureRatio(() => readWithExcelJs(workbook), workbook, maxLineCount, {
            rounds: 15,
            calls: 5,
            warmUp: 15,
          }),
          atLeast: 1.2,
        },
        {
          label: 'CSV: rows per second / csv-parse alone',
          value: await measureRatio(() => readWithCsvParse(csv, maxLineCount), csv, maxLineCount, {
            rounds: 25,
            calls: 12,
            warmUp: 300,
          }),
          atLeast: 0.3,
        },
        {
          label: 'CSV of 10,000 lines, rejected as too long / csv-parse alone',
          value: await measureRatio(() => readWithCsvParse(longCsv, excessiveLineCount), longCsv, excessiveLineCount, {
            rounds: 15,
            calls: 5,
            warmUp: 30,
          }),
          atLeast: 0.7,
        },
      ];
    } finally {
      await reader.close();
    }
  },
};
