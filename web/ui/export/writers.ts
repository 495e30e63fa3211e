import type { ExportFormat, WriteFile } from './export-column.ts';

/** The writers of files: each is fetched when it is first used. */
export const writers = {
  csv: async () => (await import('./csv.ts')).writeCsv,
  xlsx: async () => (await import('./xlsx.ts')).writeXlsx,
} as const satisfies Record<ExportFormat, () => Promise<WriteFile>>;
