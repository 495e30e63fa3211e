import type { Language } from '#shared/config/regions.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';

/** Creates a returns file as Excel writes it in a language. */
export const writeReturnsCsv = (
  language: Language,
  rows: readonly Readonly<Record<FileColumn, string>>[],
  columns: readonly FileColumn[] = fileColumns,
) => {
  const head = columns.map((column) => fileHeaders[column][language][0]);
  return [head, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.join(';'))
    .join('\r\n');
};
