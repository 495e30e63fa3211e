import type { FileReport } from '#shared/returns/file/report.ts';
import type { FileReader } from './file-reader.ts';
import type { ReturnsContext } from './read-return-lines.ts';
import { readReturnLines } from './read-return-lines.ts';

/** A file's report, whatever the bytes are; `log` hears of files that took the reader to its limits. */
export const readReturnsFile = async (
  reader: FileReader,
  bytes: Uint8Array,
  context: ReturnsContext,
  log: (cause: string) => void = () => undefined,
): Promise<FileReport> => {
  const answer = await reader.read(bytes);
  if ('table' in answer) return readReturnLines(answer.table, context);
  if (answer.cause !== undefined) log(answer.cause);
  return { outcome: 'refused', code: answer.refused, ...(answer.row !== undefined && { row: answer.row }) };
};
