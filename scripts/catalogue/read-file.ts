import { existsSync, readFileSync } from 'node:fs';
import { kindOfFile } from '#lambdas/spreadsheets/kind-of-file.ts';
import { readText } from '#lambdas/spreadsheets/read-text.ts';
import { FileRefused } from '#lambdas/spreadsheets/refusal.ts';
import { readSheets as readAllSheets } from '#lambdas/spreadsheets/workbook/read-workbook.ts';
import texts from '#shared/locales/en.json' with { type: 'json' };
import type { FileProblem } from '#shared/spreadsheet.ts';
import type { Sheet } from './sheet.ts';
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
