import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { cellText } from './cell-text.ts';
import type { Sheet } from './sheet.ts';
import { csvSheet } from './sheet.ts';

const isFilled = ({ cells }: Sheet['rows'][number]) => cells.some((cell) => 'wrong' in cell || cell.text !== '');

const sheetOf = (worksheet: ExcelJS.Worksheet): Sheet => {
  const rows: Sheet['rows'][number][] = [];
  worksheet.eachRow((row, number) =>
    rows.push({
      number,
      cells: Array.from({ length: row.cellCount }, (_, index) => cellText(row.getCell(index + 1).value)),
    }),
  );
  return { name: worksheet.name, rows: rows.filter(isFilled) };
};

const readWorkbook = async (file: string): Promise<Sheet[]> => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file).catch((cause: unknown) => {
    throw new Error(`${file} is no Excel workbook.`, { cause });
  });
  return workbook.worksheets.map(sheetOf);
};

// Excel saves “CSV” in the country's own character set, and “CSV UTF-8” with a mark in front.
const decode = (bytes: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

const delimiterOf = (text: string) => {
  const [header = ''] = text.split(/\r?\n/, 1);
  return [',', ';', '\t'].toSorted((one, other) => header.split(other).length - header.split(one).length)[0] ?? ',';
};

const readCsv = (file: string): Sheet[] => {
  const text = decode(readFileSync(file));
  try {
    const rows: string[][] = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
    });
    // Numbered as a spreadsheet shows them: a line break within a value makes no row.
    return [
      {
        name: csvSheet,
        rows: rows
          .map((row, index) => ({ number: index + 1, cells: row.map((value) => ({ text: value.trim() })) }))
          .filter(isFilled),
      },
    ];
  } catch (cause) {
    throw new Error(`${file} is no CSV file: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
};

/** The sheets of a workbook, or the one of a CSV file. The file is trusted to be no attack; throws when it cannot be read. */
export const readSheets = async (file: string): Promise<Sheet[]> => {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  return extname(file).toLowerCase() === '.csv' ? readCsv(file) : readWorkbook(file);
};
