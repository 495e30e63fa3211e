import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const script = resolve(import.meta.dirname, '../../.ci/failed-files.mjs');

/** What .ci/run is told of a log of `npm test`: the files of a runner that failed, and whether they are all that did. */
const failedIn = (runner: 'jest' | 'vitest', log: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const file = join(folder, 'log');
  writeFileSync(file, log.join('\n'));
  const { stdout, status } = spawnSync(process.execPath, [script, runner, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { files: stdout.split('\n').filter((line) => line !== ''), isAll: status === 0 };
};

const wire = 'Test Suites: 1 failed, 20 passed, 21 total';
const others = 'Test Suites: 222 passed, 222 total';
const page = ' Test Files  1 failed | 118 passed (119)';
const log = [
  'FAIL wire e2e/api/users.test.ts (7 s)',
  // Once more in the summary.
  'FAIL e2e/api/users.test.ts (7 s)',
  wire,
  ' FAIL   web with mocks  app/site.test.tsx > without a network the page says so',
  page,
  others,
];

test('a file that failed in one of the runs of jest is named, once', () =>
  expect(failedIn('jest', log)).toEqual({ files: ['e2e/api/users.test.ts'], isAll: true }));

test('so is one of vitest, whatever stands before it', () =>
  expect(failedIn('vitest', log)).toEqual({ files: ['app/site.test.tsx'], isAll: true }));

test.each([
  ['a run that never came to its end', 'jest', log.filter((line) => line !== others)],
  ['a file that failed and is not named', 'jest', log.filter((line) => !line.startsWith('FAIL'))],
  ['a runner that hung', 'vitest', [...log, 'vitest had said nothing for 5 minutes, and was ended.']],
  ['a setup that failed', 'jest', [...log, 'Error in globalSetup']],
] as const)('%s is more than tests that failed', (_, runner, lines) =>
  expect(failedIn(runner, lines).isAll).toBe(false),
);
