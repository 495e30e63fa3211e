import { parentPort } from 'node:worker_threads';
import type { ReturnsFileProblem } from '#shared/returns/file/rejections.ts';
import type { UsersFileProblem } from '#shared/users/file/report.ts';
import { toParseResult } from './bounds.ts';
import { readTable } from './read-table.ts';
import type { Table } from './table.ts';

/** Work of the worker thread: the bytes of a file, and `readContext`, everything else that the validation of its rows needs to know. */
export type Task<Context> = { readonly bytes: Uint8Array; readonly readContext: Context };

/** Validates the rows of one kind of file. Context and result are posted between threads and must be plain data. */
export type RowValidator<Context, Result> = (table: Table, readContext: Context) => Result;

const wrongHeaders: ReadonlySet<unknown> = new Set<ReturnsFileProblem | UsersFileProblem>([
  'ReturnsFileWrongHeaders',
  'UsersFileWrongHeaders',
]);

const hasWrongHeaders = (result: unknown) =>
  typeof result === 'object' && result !== null && 'code' in result && wrongHeaders.has(result.code);

/**
 * Parses and validates a file. If a workbook's first sheet has foreign headers (notes, a title), tries the second
 * sheet. Errors become part of the result.
 */
export const parseAndValidate = <Context, Result>(
  validateRows: RowValidator<Context, Result>,
  { bytes, readContext }: Task<Context>,
) =>
  toParseResult(async () => {
    const table = await readTable(bytes);
    const firstResult = validateRows(table, readContext);
    if (!hasWrongHeaders(firstResult) || table.otherSheets.length === 0) return firstResult;
    const secondTable = await readTable(bytes, 1).catch(() => undefined);
    const secondResult = secondTable && validateRows(secondTable, readContext);
    return secondResult === undefined || hasWrongHeaders(secondResult) ? firstResult : secondResult;
  });

// Worker threads have no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */

/**
 * Runs this module as the worker thread for one kind of file, one file at a time. A file that exhausts memory or time
 * ends only this thread.
 */
export const startValidatorWorker = <Context, Result>(validateRows: RowValidator<Context, Result>): void => {
  parentPort?.on('message', (task: Task<Context>) => {
    void parseAndValidate(validateRows, task).then((parseResult) => parentPort?.postMessage(parseResult));
  });
  parentPort?.postMessage('ready');
};
