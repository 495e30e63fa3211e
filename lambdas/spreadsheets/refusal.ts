import type { FileProblem } from '#shared/spreadsheet.ts';

/** A file that isn't read, and why; `row` is where reading ended, if that is known. */
export class FileRefused extends Error {
  override readonly name: string = 'FileRefused';
  readonly code: FileProblem;
  readonly row: number | undefined;

  constructor(code: FileProblem, { cause, row }: { cause?: unknown; row?: number } = {}) {
    super(code, { cause });
    this.code = code;
    // What comes before the first row is in none.
    this.row = row !== undefined && row >= 1 ? row : undefined;
  }
}

/** What reading and judging a file comes to. `row`: where it ended, if that is known; `cause`: what went wrong that shouldn't. */
export type Reading<Result> =
  | { readonly result: Result }
  | { readonly refused: FileProblem; readonly row?: number; readonly cause?: string };

/** Whatever reading throws is a reading too. */
export const readingOf = async <Result>(read: () => Promise<Result>): Promise<Reading<Result>> => {
  try {
    return { result: await read() };
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
