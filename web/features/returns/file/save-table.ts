import type { ExportFormat, WriteFile } from '#web/ui/export/export-column.ts';
import { saveFile } from '#web/ui/export/save-file.ts';

/** The writers weigh far more than the page: each is fetched when it is first used. */
const writers = {
  csv: async () => (await import('#web/ui/export/csv.ts')).writeCsv,
  xlsx: async () => (await import('#web/ui/export/xlsx.ts')).writeXlsx,
} as const satisfies Record<ExportFormat, () => Promise<WriteFile>>;

/** A table of texts, its headers first. */
export type TextTable = { readonly headers: readonly string[]; readonly rows: readonly (readonly string[])[] };

type Options = {
  readonly table: TextTable;
  /** Of the file, without its ending. */
  readonly name: string;
  /** Of the sheet: at most 31 characters, none of []:*?/\ */
  readonly title: string;
  /** BCP 47 and IANA: how files are written where one is. */
  readonly locale: string;
  readonly timeZone: string;
};

/** Saves a table as a file in which every column is text, so that no spreadsheet changes what is typed into it. */
export const saveTable = async (
  format: ExportFormat,
  { table, name, title, locale, timeZone }: Options,
): Promise<void> => {
  const write = await writers[format]();
  const columns = table.headers.map((header, index) => ({
    header,
    kind: 'text' as const,
    value: (row: readonly string[]) => row[index] ?? '',
  }));
  saveFile(await write({ title, columns, items: table.rows, locale, timeZone }), `${name}.${format}`);
};
