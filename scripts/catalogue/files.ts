import { readFileSync, writeFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { FileRefused } from '#lambdas/spreadsheets/bounds.ts';
import { kindOfFile } from '#lambdas/spreadsheets/read-table.ts';
import { readText } from '#lambdas/spreadsheets/read-text.ts';
import { readSheets as readAllSheets } from '#lambdas/spreadsheets/workbook/read-workbook.ts';
import texts from '#shared/locales/en.json' with { type: 'json' };
import type { FileProblem } from '#shared/spreadsheet.ts';
import type { Sheet, Table } from './rows.ts';

/** Of a cell, as Excel has it: a product may have many accessories. */
const longestCell = 32_767;

const refusals: Record<FileProblem, string> = { ...texts.file.refusals, FileTooLarge: 'This file is too large.' };

/** The visible sheets of a workbook, or the one of a CSV file: its content says which it is. Throws when it cannot be read. */
export const readSheets = async (file: string): Promise<Sheet[]> => {
  const bytes = readFileSync(file);
  try {
    if (kindOfFile(bytes) === 'workbook') return await readAllSheets(bytes, longestCell);
    const { rows, spellings } = readText(bytes);
    // Nobody is there to be asked which one it is.
    if (spellings.length > 0)
      throw new Error(`${file} is in a character set that nobody can tell: save it as CSV UTF-8.`);
    return [{ name: '', rows }];
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const where = error.row === undefined ? '' : ` (row ${error.row})`;
    throw new Error(`${file}${where}: ${refusals[error.code]}`, { cause: error });
  }
};

/** Writes tables as a workbook to edit. Never over a file that is there already. */
export const writeWorkbook = async (file: string, tables: readonly Table[]): Promise<void> => {
  const workbook = new ExcelJS.Workbook();
  for (const { name, cells, rows } of tables) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }] });
    sheet.columns = Object.keys(cells.shape).map((column) => ({
      header: column,
      key: column,
      width: 40,
      // As text, or Excel makes numbers of codes and dates of names.
      style: { numFmt: '@', alignment: { vertical: 'top', wrapText: true } },
    }));
    sheet.getRow(1).font = { bold: true };
    sheet.addRows([...rows]);
  }
  writeFileSync(file, new Uint8Array(await workbook.xlsx.writeBuffer()), { flag: 'wx' });
};
