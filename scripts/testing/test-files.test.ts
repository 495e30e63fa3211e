import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { durationsIn, slowest, testFilesIn } from './test-files.ts';

test('the slowest files of a report come first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const file = join(folder, 'jest.json');
  const resultOf = (name: string, seconds: number) => ({ name, startTime: 5000, endTime: 5000 + seconds * 1000 });
  writeFileSync(
    file,
    JSON.stringify({
      testResults: [resultOf('/p/a.test.ts', 1), resultOf('/p/b.test.ts', 12.34), resultOf('/p/c.test.ts', 2)],
    }),
  );
  const durations = durationsIn(file, '/p');
  rmSync(folder, { recursive: true });
  expect(slowest(durations, 2)).toEqual(['   12.3 s  b.test.ts', '    2.0 s  c.test.ts']);
});

test('a runner that ended before its report has no durations', () =>
  expect(durationsIn('/nowhere/jest.json', '/p')).toEqual([]));

test.each([
  ['PASS wire e2e/api/who-may-call.test.ts (11.2 s)', ['e2e/api/who-may-call.test.ts']],
  [
    ' ✓  web  features/repairs/list/submitted-repairs-page.test.tsx (28 tests) 16073ms',
    ['features/repairs/list/submitted-repairs-page.test.tsx'],
  ],
  ['Test Suites: 158 passed, 158 total', []],
])('%s', (line, files) => expect(testFilesIn(line)).toEqual(files));
