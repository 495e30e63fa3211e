// The test files that failed in a log of `npm test`, a line each: failed-files.mjs jest|vitest <log>
// Ends with 1 where something else failed than tests: files that did not run, a setup, a runner that hung.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const [runner, log] = process.argv.slice(2);
const lines = stripVTControlCharacters(readFileSync(log, 'utf8')).split('\n');
const { line, summary, runs } = {
  // One run over the wire, one of all others.
  // "FAIL wire e2e/api/users.test.ts (7 s)"; "Test Suites: 1 failed, 192 passed, 193 total".
  jest: { line: /^FAIL\s+(?:\w+ )?(\S+\.test\.ts)\b/, summary: /^Test Suites:\s+(?:(\d+) failed|\d+ passed)/, runs: 2 },
  // " FAIL  |web| features/users/list.test.tsx > a list > shows all"; " Test Files  1 failed | 90 passed (91)".
  vitest: {
    line: /^\s+FAIL\s+.*?(\S+\.test\.tsx?)\b/,
    summary: /^\s*Test Files\s+(?:(\d+) failed|\d+ passed)/,
    runs: 1,
  },
}[runner];
const files = [...new Set(lines.flatMap((text) => line.exec(text)?.[1] ?? []))];
const counts = lines.map((text) => summary.exec(text)).filter(Boolean);
const failed = counts.reduce((sum, [, count = 0]) => sum + Number(count), 0);
const isWhole = counts.length === runs && failed === files.length;
const isElse = lines.some((text) => /had said nothing for|Unhandled Error|globalSetup/.test(text));
console.log(files.join('\n'));
if (!isWhole || isElse) process.exitCode = 1;
