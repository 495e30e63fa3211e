import type { FileProblem } from '#shared/returns/file/report.ts';

/** A file that isn't read, and why; `row` is where reading ended, if that is known. */
export class FileRefused extends Error {
  override readonly name: string = 'FileRefused';
  readonly code: FileProblem;
  readonly row: number | undefined;

  constructor(code: FileProblem, { cause, row }: { cause?: unknown; row?: number } = {}) {
    super(code, { cause });
    this.code = code;
    this.row = row;
  }
}
