import type { FileProblem } from '#shared/spreadsheet.ts';
import type { SpreadsheetReader } from './reader.ts';

type Refused = { readonly outcome: 'refused'; readonly code: FileProblem; readonly row?: number };

/** A file's report, whatever the bytes are; `onLimit` is told why a file took the reader to its limits. */
export const reportOnBytes = async <Question, Report>(
  reader: Pick<SpreadsheetReader<Question, Report>, 'read'>,
  bytes: Uint8Array,
  question: Question,
  onLimit: (cause: string) => void,
): Promise<Report | Refused> => {
  const reading = await reader.read(bytes, question);
  if ('result' in reading) return reading.result;
  if (reading.cause !== undefined) onLimit(reading.cause);
  return { outcome: 'refused', code: reading.refused, ...(reading.row !== undefined && { row: reading.row }) };
};
