import type { FileReport } from '#shared/returns/file/report.ts';
import type { Question } from './use-return-file.ts';

const all: readonly Question[] = ['reordered', 'setAside', 'guessed', 'spellings', 'doubtfulDates'];

/** What a report asks that isn't settled yet. */
export const questionsOf = (report: FileReport, settled: readonly Question[] = []): Question[] =>
  all.filter((question) => !settled.includes(question) && question in report && report[question as keyof FileReport]);
