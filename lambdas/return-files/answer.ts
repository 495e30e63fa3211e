import type { FileProblem } from '#shared/returns/file/report.ts';
import { FileRefused } from './file-refused.ts';
import type { Table } from './table.ts';

/** What reading a file comes to. `row`: where it ended, if that is known; `cause`: what went wrong that shouldn't. */
export type Answer =
  | { readonly table: Table }
  | { readonly refused: FileProblem; readonly row?: number; readonly cause?: string };

/** Whatever reading throws is an answer too. */
export const answerOf = async (read: () => Table | Promise<Table>): Promise<Answer> => {
  try {
    return { table: await read() };
  } catch (error) {
    if (error instanceof FileRefused)
      return { refused: error.code, ...(error.row !== undefined && { row: error.row }) };
    // What nobody has thought of is still a file that can't be read; the cause goes to the log.
    return {
      refused: 'FileDamaged',
      cause: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
};
