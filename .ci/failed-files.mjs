// The test files that a runner reported as failed in a log, a line each: failed-files.mjs jest|vitest <log>
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const [runner, log] = process.argv.slice(2);
// jest: "FAIL wire e2e/api/users.test.ts (7 s)"; vitest: " FAIL  |web| features/users/list.test.tsx > a list > shows all".
const line = { jest: /^FAIL\s+(?:\w+ )?(\S+\.test\.ts)\b/, vitest: /^\s+FAIL\s+.*?(\S+\.test\.tsx?)\b/ }[runner];
const files = stripVTControlCharacters(readFileSync(log, 'utf8'))
  .split('\n')
  .flatMap((text) => line.exec(text)?.[1] ?? []);
console.log([...new Set(files)].join('\n'));
