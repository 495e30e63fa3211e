import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { durationsIn, slowest } from './test-files.ts';

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
