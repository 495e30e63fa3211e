import type { ExportFormat, WriteFile } from './export-column.ts';

export const writers = {
  csv: async () => (await import('./csv.ts')).writeCsv,
  xlsx: async () => (await import('./xlsx.ts')).writeXlsx,
} as const satisfies Record<ExportFormat, () => Promise<WriteFile>>;
