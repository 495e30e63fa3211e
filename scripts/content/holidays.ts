import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOptionsParser, runCommandLine } from '../command-line.ts';
import { findPublicHolidays } from './holidays/public-holidays.ts';

const usage = `Rewrites shared/dates/public-holidays.json, the holidays of the regions' countries, from the package date-holidays.

  npm run holidays

Then update the deadlines of stored records on each stage: npm run records -- renew --stage …`;

const file = join(import.meta.dirname, '../../shared/dates/public-holidays.json');

await runCommandLine({
  usage,
  read: createOptionsParser({}),
  run: () => {
    writeFileSync(file, `${JSON.stringify(findPublicHolidays(), null, 2)}\n`);
    console.log(file);
  },
});
