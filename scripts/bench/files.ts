import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { reportOnFile } from '#lambdas/return-files/lines/report.ts';
import type { ReturnsReader } from '#lambdas/return-files/lines/report.ts';
import { spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { cellsOf, goodLines, headers, question } from '#lambdas/testing/files/lines.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { spreadsheetLimits } from '#shared/spreadsheet.ts';
import type { Bench } from './figure.ts';
import { compare } from './interleaved.ts';

/** As a workbook of another program's making, its days real dates. */
const workbookOf = async (lines: number): Promise<Uint8Array<ArrayBuffer>> => {
  const book = new ExcelJS.Workbook();
  const dateColumn = fileColumns.indexOf('purchaseDate');
  const rows = goodLines(lines).map((line) =>
    cellsOf(line).map((cell, column) => (column === dateColumn ? new Date(cell) : cell)),
  );
  book.addWorksheet('Returns').addRows([headers, ...rows]);
  return new Uint8Array(await book.xlsx.writeBuffer());
};

const quoted = (cell: string) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** As Excel saves a .csv in most of Europe. */
const csvOf = (lines: number): Uint8Array =>
  new TextEncoder().encode(
    [headers, ...goodLines(lines).map(cellsOf)].map((cells) => `${cells.map(quoted).join(';')}\r\n`).join(''),
  );

const expectRows = (rows: number, lines: number) => {
  if (rows !== lines + 1) throw new Error(`${rows} rows were read`);
};

const streamed = async (bytes: Uint8Array) => {
  let rows = 0;
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([bytes]), {})) {
    for await (const { values } of sheet) rows += Array.isArray(values) ? 1 : 0;
  }
  expectRows(rows, returnLimits.lines);
};

const parsed = async (bytes: Uint8Array, lines: number) => expectRows(parse(bytes, { delimiter: ';' }).length, lines);

/** All of a file's reading; throws when not every line is accepted, or the file is not refused for having too many. */
const readAll = async (reader: ReturnsReader, bytes: Uint8Array, lines: number) => {
  const report = await reportOnFile(reader, bytes, question);
  const isRight =
    report.outcome === 'read'
      ? report.accepted.length === lines
      : report.code === 'ReturnsFileTooManyLines' && lines > returnLimits.lines;
  if (!isRight) throw new Error(`unexpected report: ${JSON.stringify(report).slice(0, 200)}`);
};

/** What guard, validation and look-up cost beside taking a returns file apart, which nobody can do without. docs/decisions/21-how-is-reading-a-file-bounded.md says why no more is asked. */
export const files: Bench = {
  about: `a returns file of ${returnLimits.lines.toLocaleString('en-GB')} lines, all of its reading, against exceljs and csv-parse alone`,
  run: async () => {
    const [few, many] = [returnLimits.lines, spreadsheetLimits.rows];
    const [workbook, csv, longCsv] = [await workbookOf(few), csvOf(few), csvOf(many)];
    // As the function has it, its thread waiting; a busy machine only gets more time.
    const reader: ReturnsReader = spreadsheetReader({
      entry: new URL(import.meta.resolve('#lambdas/return-files/worker.ts')),
      processorMs: 30_000,
      answerMs: 600_000,
    });
    reader.warmUp();
    // The thread answers a file without any content as soon as it is there.
    await reader.read(Uint8Array.of(), question);
    try {
      // Of times the ratio is upside down: that of rows per second is theirs to ours.
      const ratioOf = (
        alone: () => Promise<void>,
        bytes: Uint8Array,
        lines: number,
        turns: { readonly rounds: number; readonly calls: number; readonly warmUp: number },
      ) => compare(alone, () => readAll(reader, bytes, lines), turns);
      return [
        {
          what: 'Workbook: rows per second / exceljs alone',
          value: await ratioOf(() => streamed(workbook), workbook, few, { rounds: 15, calls: 5, warmUp: 15 }),
          atLeast: 1.2,
        },
        {
          what: 'CSV: rows per second / csv-parse alone',
          value: await ratioOf(() => parsed(csv, few), csv, few, { rounds: 25, calls: 12, warmUp: 300 }),
          atLeast: 0.3,
        },
        {
          what: 'CSV of 10,000 lines, told to be too many / csv-parse alone',
          value: await ratioOf(() => parsed(longCsv, many), longCsv, many, { rounds: 15, calls: 5, warmUp: 30 }),
          atLeast: 0.7,
        },
      ];
    } finally {
      await reader.close();
    }
  },
};
