import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReturnsReader } from '#lambdas/return-files/lines/report.ts';
import { reportOnFile } from '#lambdas/return-files/lines/report.ts';
import { spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { question } from './lines.ts';

/** Reads every file of a folder in a process of its own, and prints the reports and how many kilobytes it grew by at most. */
const [, , folder = ''] = process.argv;
// Outcomes are to be those of the files, however busy the machine is.
const reader: ReturnsReader = spreadsheetReader({
  entry: new URL(import.meta.resolve('#lambdas/return-files/worker.ts')),
  processorMs: 30_000,
  answerMs: 600_000,
});
const names = readdirSync(folder).toSorted();
const read = async (name: string) => {
  const causes: string[] = [];
  const report = await reportOnFile(reader, readFileSync(join(folder, name)), question, (cause) => causes.push(cause));
  return { name, report, causes };
};

reader.warmUp();
await read(names[0] ?? '');
const base = process.resourceUsage().maxRSS;
const results: Awaited<ReturnType<typeof read>>[] = [];
for (const name of names) results.push(await read(name));
await reader.close();
process.stdout.write(JSON.stringify({ results, grownBy: process.resourceUsage().maxRSS - base }));
