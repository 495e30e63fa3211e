import { kindOfFile } from './kind-of-file.ts';
import { readText } from './read-text.ts';
import type { Table } from './table.ts';
import { tableOf } from './table.ts';
import { readWorkbook } from './workbook/read-workbook.ts';

/**
 * A file's table: of a workbook the first visible sheet that holds something, or behind `skipped` such sheets, of a text file (.csv, or cells pasted from a spreadsheet) all of it.
 * The content says which; names can't be trusted. Throws FileRefused.
 */
export const readTable = async (bytes: Uint8Array, skipped = 0): Promise<Table> =>
  tableOf(kindOfFile(bytes) === 'workbook' ? await readWorkbook(bytes, skipped) : readText(bytes));
