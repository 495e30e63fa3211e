// Sums the summaries of jest, vitest and Playwright in a log, and lists the failed tests: `N passed, N failed`. Usage:
// count.mjs <log>.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const [log] = process.argv.slice(2);
const lines = stripVTControlCharacters(readFileSync(log, 'utf8')).split('\n');

// jest: "Tests:  1 failed, 59 passed, 60 total"; vitest: "Tests  1 failed | 12 passed (13)"; Playwright: "  3 failed", "  5 passed (30s)".
const summaries = lines.filter((line) => /^\s*Tests:?\s|^\s*\d+ (passed|failed|flaky)\b/.test(line));
const total = (outcome) =>
  summaries
    .flatMap((line) => [...line.matchAll(new RegExp(`(\\d+) ${outcome}`, 'g'))])
    .reduce((sum, [, count]) => sum + Number(count), 0);

// jest: "FAIL wire e2e/api/list.test.ts", then "a list > shows all"; vitest: " FAIL  |web| list.test.tsx > a list >
// shows all". Playwright lists failed tests at its end.
const isFailure = (line, index) =>
  /^\s*FAIL\s/.test(line) || (/^\S.* > /.test(line) && /^FAIL\s/.test(lines[index - 1]));
for (const name of new Set(lines.filter(isFailure).map((line) => line.trim()))) console.log(`failed: ${name}`);

// A flaky journey failed once and passed when it ran again, which fails the run.
console.log(`${total('passed')} passed, ${total('failed') + total('flaky')} failed`);
