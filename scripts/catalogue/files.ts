import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import ExcelJS from 'exceljs';
import { FileRefused } from '#lambdas/spreadsheets/bounds.ts';
import { kindOfFile } from '#lambdas/spreadsheets/read-table.ts';
import { readText } from '#lambdas/spreadsheets/read-text.ts';
import { readSheets as readAllSheets } from '#lambdas/spreadsheets/workbook/read-workbook.ts';
import texts from '#shared/locales/en.json' with { type: 'json' };
import type { FileProblem } from '#shared/spreadsheet.ts';
import type { Sheet, Table } from './sheet.ts';
import { csvSheet } from './sheet.ts';

/** Of a cell, as Excel has it: a product may have many accessories. */
const longestCell = 32_767;

const refusals: Record<FileProblem, string> = { ...texts.file.refusals, FileTooLarge: 'This file is too large.' };

/** The visible sheets of a workbook, or the one of a CSV file: its content says which it is. Throws when it cannot be read. */
export const readSheets = async (file: string): Promise<Sheet[]> => {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const bytes = readFileSync(file);
  try {
    if (kindOfFile(bytes) === 'workbook') return await readAllSheets(bytes, longestCell);
    const { rows, spellings } = readText(bytes);
    // Nobody is there to be asked which one it is.
    if (spellings.length > 0)
      throw new Error(`${file} is in a character set that nobody can tell: save it as CSV UTF-8.`);
    return [{ name: csvSheet, rows }];
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const where = error.row === undefined ? '' : ` (row ${error.row})`;
    throw new Error(`${file}${where}: ${refusals[error.code]}`, { cause: error });
  }
};

const addSheet = (workbook: ExcelJS.Workbook, { name, columns, rows }: Table) => {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }] });
  sheet.columns = columns.map((column) => ({
    header: column.name,
    width: column.width,
    // As text, or Excel makes numbers of codes and dates of names.
    style: { numFmt: '@', alignment: { vertical: 'top', wrapText: column.isList ?? false } },
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.addRows(rows.map((row) => [...row]));
};

const quoted = (value: string) => (/[",;\r\n\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

// With a mark in front, or Excel takes it for the country's own character set.
const csv = ({ columns, rows }: Table) =>
  `\uFEFF${[columns.map(({ name }) => name), ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;

/** Writes tables as a workbook to edit, or one as CSV. Never over a file that is there already. */
export const writeTables = async (file: string, tables: readonly Table[]): Promise<void> => {
  const [first] = tables;
  if (extname(file).toLowerCase() === '.csv' && first) return writeFileSync(file, csv(first), { flag: 'wx' });
  const workbook = new ExcelJS.Workbook();
  for (const table of tables) addSheet(workbook, table);
  writeFileSync(file, new Uint8Array(await workbook.xlsx.writeBuffer()), { flag: 'wx' });
};
