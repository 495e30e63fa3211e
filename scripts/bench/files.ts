import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { returnLimits } from '#shared/returns/limits.ts';
import { spreadsheetLimits } from '#shared/spreadsheet.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { Bench } from './figure.ts';
import { compare } from './interleaved.ts';
import { returnsCsv, returnsWorkbook } from './returns-files.ts';
import { returnsReader } from './returns-reader.ts';

const filesInARow = 50;

const expectAll = (rows: number) => {
  if (rows !== returnLimits.lines + 1) throw new Error(`${rows} rows were read`);
};

/** What exceljs does by itself, with its options as they are. */
const streamed = async (bytes: Uint8Array) => {
  let rows = 0;
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([bytes]), {})) {
    for await (const { values } of sheet) rows += Array.isArray(values) ? 1 : 0;
  }
  expectAll(rows);
};

const parsed = async (bytes: Uint8Array, lines: number = returnLimits.lines) => {
  const rows = parse(bytes, { delimiter: ';' }).length;
  if (rows !== lines + 1) throw new Error(`${rows} rows were read`);
};

/** By how many megabytes a process grows that reads so many files, one after the other. */
const growth = (bytes: Uint8Array): number => {
  const { path, remove } = temporaryFolder();
  try {
    const file = join(path, 'returns');
    writeFileSync(file, bytes);
    const printed = execFileSync(
      process.execPath,
      [join(import.meta.dirname, 'reading-run.ts'), file, String(filesInARow)],
      { encoding: 'utf8' },
    );
    return Number(printed) / 1024;
  } finally {
    remove();
  }
};

/** What guard, validation and look-up cost beside taking a returns file apart, which nobody can do without. docs/decisions/21-how-is-reading-a-file-bounded.md says why no more is asked. */
export const files: Bench = {
  about: `a returns file of ${returnLimits.lines.toLocaleString('en-GB')} lines, all of its reading, against exceljs and csv-parse alone`,
  run: async () => {
    const [workbook, csv] = [await returnsWorkbook(), returnsCsv()];
    const longCsv = returnsCsv(spreadsheetLimits.rows);
    const { read, refuse, close } = await returnsReader();
    try {
      // Of times the ratio is upside down: that of rows per second is theirs to ours.
      const ofWorkbook = await compare(
        () => streamed(workbook),
        () => read(workbook),
        { rounds: 15, calls: 5, warmUp: 15 },
      );
      const ofCsv = await compare(
        () => parsed(csv),
        () => read(csv),
        { rounds: 25, calls: 12, warmUp: 300 },
      );
      const ofLongCsv = await compare(
        () => parsed(longCsv, spreadsheetLimits.rows),
        () => refuse(longCsv),
        { rounds: 15, calls: 5, warmUp: 30 },
      );
      return [
        { what: 'Workbook: p50', value: ofWorkbook.second, unit: 'ms' },
        { what: 'Workbook: exceljs alone, streaming, p50', value: ofWorkbook.first, unit: 'ms' },
        { what: 'Workbook: rows per second / exceljs alone', value: ofWorkbook.ratio, atLeast: 1.2 },
        { what: 'CSV: p50', value: ofCsv.second, unit: 'ms' },
        { what: 'CSV: csv-parse alone, p50', value: ofCsv.first, unit: 'ms' },
        { what: 'CSV: rows per second / csv-parse alone', value: ofCsv.ratio, atLeast: 0.3 },
        { what: 'CSV of 10,000 lines, told to be too many / csv-parse alone', value: ofLongCsv.ratio, atLeast: 0.7 },
        {
          what: `Workbook: growth of memory over ${filesInARow} in a row`,
          value: growth(workbook),
          unit: 'MB',
          atMost: 128,
        },
        { what: `CSV: growth of memory over ${filesInARow} in a row`, value: growth(csv), unit: 'MB', atMost: 128 },
      ];
    } finally {
      await close();
    }
  },
};
