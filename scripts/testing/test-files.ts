import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as z from 'zod/mini';

const report = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

export type Duration = { readonly file: string; readonly seconds: number };

/** How long each test file took, from the JSON report that jest and vitest write alike; nothing if there is none. */
export const durationsIn = (reportFile: string, root: string): Duration[] => {
  const [found] = globSync(reportFile);
  if (found === undefined) return [];
  return report.parse(JSON.parse(readFileSync(found, 'utf8'))).testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
};

/** The slowest, longest first, as lines. */
export const slowest = (durations: readonly Duration[], count: number): string[] =>
  durations
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
