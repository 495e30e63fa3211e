import { parentPort } from 'node:worker_threads';
import type { ReturnsFileProblem } from '#shared/returns/file/report.ts';
import type { UsersFileProblem } from '#shared/users/file/report.ts';
import { readingOf } from './bounds.ts';
import { readTable } from './read-table.ts';
import type { Table } from './table.ts';

export type Task<Question> = { readonly bytes: Uint8Array; readonly question: Question };

/** What judges the rows of one kind of file. Question and result cross to another thread: they are plain data. */
export type Judge<Question, Result> = (table: Table, question: Question) => Result;

const wrongHeaders: ReadonlySet<unknown> = new Set<ReturnsFileProblem | UsersFileProblem>([
  'ReturnsFileWrongHeaders',
  'UsersFileWrongHeaders',
]);

const isOfAnotherKind = (result: unknown) =>
  typeof result === 'object' && result !== null && 'code' in result && wrongHeaders.has(result.code);

/** A file, read and judged; where a workbook's first sheet is of another kind (notes, a title), the one behind it. Whatever that throws is a reading too. */
export const readAndJudge = <Question, Result>(judge: Judge<Question, Result>, { bytes, question }: Task<Question>) =>
  readingOf(async () => {
    const table = await readTable(bytes);
    const first = judge(table, question);
    if (!isOfAnotherKind(first) || table.otherSheets.length === 0) return first;
    const next = await readTable(bytes, 1).catch(() => undefined);
    const second = next && judge(next, question);
    return second === undefined || isOfAnotherKind(second) ? first : second;
  });

// A thread has no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */

/** Makes a module the reading thread of one kind of file: one after the other; one that takes all memory, or all time, takes only this thread. */
export const startValidatorWorker = <Question, Result>(judge: Judge<Question, Result>): void => {
  parentPort?.on('message', (task: Task<Question>) => {
    void readAndJudge(judge, task).then((reading) => parentPort?.postMessage(reading));
  });
  parentPort?.postMessage('ready');
};
