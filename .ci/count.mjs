// Adds up the summaries of jest, vitest and Playwright in a log: `N passed, N failed`.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const lines = stripVTControlCharacters(readFileSync(process.argv[2], 'utf8')).split('\n');
// jest: "Tests:  1 failed, 59 passed, 60 total"; vitest: "Tests  1 failed | 12 passed (13)"; Playwright: "  3 failed", "  5 passed (30s)".
const summaries = lines.filter((line) => /^\s*Tests:?\s/.test(line) || /^\s*\d+ (passed|failed|flaky)\b/.test(line));
const total = (outcome) =>
  summaries
    .flatMap((line) => [...line.matchAll(new RegExp(`(\\d+) ${outcome}`, 'g'))])
    .reduce((sum, [, count]) => sum + Number(count), 0);

const flaky = total('flaky');
// Playwright lists them by name above. They passed when they ran again: worth a look, not a failure.
if (flaky) console.log(`${flaky} flaky: failed once and passed when they ran again`);
console.log(`${total('passed') + flaky} passed, ${total('failed')} failed`);
