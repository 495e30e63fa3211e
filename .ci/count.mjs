// Adds up the summaries of jest, vitest and Playwright in a log, and names what failed: `N passed, N failed`.
// count.mjs <log> passed|flaky|failed: flaky when all tests that failed passed when they ran again.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const [log, verdict] = process.argv.slice(2);
const lines = stripVTControlCharacters(readFileSync(log, 'utf8')).split('\n');

// jest: "Tests:  1 failed, 59 passed, 60 total"; vitest: "Tests  1 failed | 12 passed (13)"; Playwright: "  3 failed", "  5 passed (30s)".
const ofUnits = (line) => /^\s*Tests:?\s/.test(line);
const ofJourneys = (line) => /^\s*\d+ (passed|failed|flaky)\b/.test(line);
const total = (summaries, outcome) =>
  summaries
    .flatMap((line) => [...line.matchAll(new RegExp(`(\\d+) ${outcome}`, 'g'))])
    .reduce((sum, [, count]) => sum + Number(count), 0);

const units = lines.filter(ofUnits);
const journeys = lines.filter(ofJourneys);
const hasPassedAgain = verdict === 'flaky';

// jest: "  ● a list › shows all"; vitest: " FAIL  |web| list.test.tsx > shows all". Playwright lists its own at its end.
const named = lines.filter((line) => /^\s+● .* › |^\s+FAIL\s+\S.* > /.test(line)).map((line) => line.trim());
const flaky = total(journeys, 'flaky') + (hasPassedAgain ? total(units, 'failed') : 0);
const failed = total(journeys, 'failed') + (hasPassedAgain ? 0 : total(units, 'failed'));
for (const name of new Set(named)) console.log(`${hasPassedAgain ? 'flaky' : 'failed'}: ${name}`);
// They passed when they ran again: worth a look, not a failure.
if (flaky > 0) console.log(`${flaky} flaky: failed once and passed when they ran again`);
console.log(`${total([...units, ...journeys], 'passed') + flaky} passed, ${failed} failed`);
