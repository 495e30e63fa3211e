import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import type { TestFile } from '#lambdas/testing/files/hostile-files.ts';
import { buildHostileFiles } from '#lambdas/testing/files/hostile-files.ts';
import { toAcceptedLines } from '#lambdas/testing/files/lines.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { fileProblems } from '#shared/text/spreadsheet.ts';

const outcomeSchema = z.object({
  results: z.array(z.object({ name: z.string(), report: fileReport, causes: z.array(z.string()) })),
  peakGrowthKb: z.number(),
});

const seed = 952;
const hostileCount = 500;
const goodCount = 50;
const files = buildHostileFiles(seed, hostileCount, goodCount);
const toFileName = (index: number) => String(index).padStart(4, '0');
let outcome: z.output<typeof outcomeSchema>;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-files-'));
  try {
    files.forEach(({ bytes }, index) => writeFileSync(join(folder, toFileName(index)), bytes));
    const stdout = execFileSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, '../../testing/files/read-hostile-files.ts'),
        folder,
      ],
      { encoding: 'utf8', maxBuffer: 1024 ** 3 },
    );
    outcome = outcomeSchema.parse(JSON.parse(stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

const findReport = (file: TestFile) => outcome.results[files.indexOf(file)]?.report;
const isGood = (file: TestFile) => 'lines' in file && !file.isDamaged;

test('has 500 hostile files and 50 good ones', () => {
  expect(files.filter(isGood)).toHaveLength(goodCount);
  expect(files).toHaveLength(hostileCount + goodCount);
});

test.each([...new Set(files.map(({ name }) => name))])('returns the expected report for %s', (name) => {
  for (const file of files.filter((candidate) => candidate.name === name)) {
    const report = findReport(file);
    if ('codes' in file) expect(file.codes).toContain(report?.outcome === 'refused' ? report.code : report);
    else if ('rejectedRows' in file) {
      expect(report).toMatchObject({ outcome: 'read', accepted: [], dropped: [] });
      if (report?.outcome === 'read')
        expect(report.refused.map(({ reasons }) => reasons[0]?.key)).toEqual(
          Array(report.rows).fill(file.rejectedRows),
        );
    } else if (file.isDamaged && report?.outcome === 'refused') expect(fileProblems).toContain(report.code);
    else expect(report).toMatchObject({ outcome: 'read', accepted: toAcceptedLines(file.lines) });
  }
});

test("never reaches the reader's limits", () => {
  expect(
    outcome.results.flatMap(({ name, causes }) => causes.map((cause) => `${files[Number(name)]?.name}: ${cause}`)),
  ).toEqual([]);
});

test('takes less than 128 MB more memory for all files than for one', () => {
  expect(outcome.peakGrowthKb).toBeLessThan(128 * 1024);
});
