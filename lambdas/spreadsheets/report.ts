import type { FileProblem } from '#shared/spreadsheet.ts';
import type { SpreadsheetReader } from './reader.ts';
import type { Table } from './table.ts';

type Refused = { readonly outcome: 'refused'; readonly code: FileProblem; readonly row?: number };

/** A file's report, whatever the bytes are; `onLimit` is told why a file took the reader to its limits. */
export const reportOnBytes = async <Report>(
  reader: Pick<SpreadsheetReader, 'read'>,
  bytes: Uint8Array,
  onLimit: (cause: string) => void,
  reportOn: (table: Table) => Report | Promise<Report>,
): Promise<Report | Refused> => {
  const reading = await reader.read(bytes);
  if ('table' in reading) return reportOn(reading.table);
  if (reading.cause !== undefined) onLimit(reading.cause);
  return { outcome: 'refused', code: reading.refused, ...(reading.row !== undefined && { row: reading.row }) };
};
