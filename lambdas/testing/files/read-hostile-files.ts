import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReturnsReader } from '#lambdas/functions/return-files/lines/build-report.ts';
import { reportOnFile } from '#lambdas/functions/return-files/lines/build-report.ts';
import { createSpreadsheetReader } from '#lambdas/lib/spreadsheets/reader.ts';
import { readContext } from './lines.ts';

/** Script that reads every file of a folder and prints the reports and the peak memory growth (`peakGrowthKb`). Runs in a separate process. */
const [, , folder = ''] = process.argv;
// Generous timeouts, so that the results don't depend on the machine's load.
const reader: ReturnsReader = createSpreadsheetReader({
  entry: new URL(import.meta.resolve('#lambdas/functions/return-files/worker.ts')),
  maxCpuMs: 30_000,
  timeoutMs: 600_000,
});
const fileNames = readdirSync(folder).toSorted();
const readFile = async (name: string) => {
  const causes: string[] = [];
  const report = await reportOnFile(reader, readFileSync(join(folder, name)), readContext, (cause) =>
    causes.push(cause),
  );
  return { name, report, causes };
};

reader.warmUp();
await readFile(fileNames[0] ?? '');
const baseRss = process.resourceUsage().maxRSS;
const results: Awaited<ReturnType<typeof readFile>>[] = [];
for (const name of fileNames) results.push(await readFile(name));
await reader.close();
process.stdout.write(JSON.stringify({ results, peakGrowthKb: process.resourceUsage().maxRSS - baseRss }));
