import { expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/http/log.ts';
import { limitLog } from './limit-log.ts';

test.each([
  ['time', 'time'],
  ['exit', 'exit'],
  [
    'Worker terminated due to reaching memory limit: JS heap out of memory',
    'Worker terminated due to reaching memory limit',
  ],
  ['RangeError: Invalid string length', 'RangeError'],
  ['canary@nuk.example', 'other'],
  ['XKW1Error: canary', 'XKW1Error'],
  ['time canary', 'other'],
])('of the cause %j the log says %j, and nothing of the file', (cause, code) => {
  const lines: string[] = [];
  limitLog(jsonLog((line) => lines.push(line)))(cause);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', message: 'file took the reader to its limits', code },
  ]);
});
