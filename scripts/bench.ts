import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';
import { booking } from './bench/booking.ts';
import { bulk } from './bench/bulk.ts';
import { cost } from './bench/cost.ts';
import { enumeration } from './bench/enumeration.ts';
import type { Bench } from './bench/figure.ts';
import { tableOf } from './bench/figure.ts';
import { files } from './bench/files.ts';
import { onlyOnce } from './bench/interleaved.ts';
import { listBench } from './bench/list.ts';
import { middleware } from './bench/middleware.ts';
import { pages } from './bench/pages.ts';
import { till } from './bench/till.ts';
import { messageOf, number, readChosen, runCommandLine } from './command-line.ts';

/** THE benches, by the name that the command takes. */
const benches = {
  middleware,
  list: listBench,
  booking,
  files,
  bulk,
  cost,
  pages,
  enumeration,
  till,
} as const satisfies Record<string, Bench>;

const usage = `Measures the portal against its targets.

  npm run bench                 all of it
  npm run bench -- NAME …       one or some: ${Object.keys(benches).join(', ')}

  --records N   how many repairs the long list holds (100,000)
  --once        compares by one call of each: whether a bench runs; the ratios mean nothing

Ratios are taken in turns (A B A B) and compared by medians, so that another load on the machine falls on both sides.
A target that isn't met is told; only a bench that could not run makes the command fail.`;

// A build that fails says much.
const shortened = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .map((line) => line.slice(0, 200))
    .slice(-12)
    .join('\n  ');

const options = z.strictObject({
  records: z._default(number(2000, 10_000_000), 100_000),
  once: z._default(z.boolean(), false),
});
const read = (args: string[]) => readChosen<Bench, typeof options>(benches, options, args);

const run = async ({ chosen, records, once }: ReturnType<typeof read>) => {
  if (once) onlyOnce();
  for (const [name, bench] of chosen) {
    console.log(`\n${name}: ${bench.about}`);
    try {
      console.log(tableOf(await bench.run({ records, say: (message) => console.log(`  ${message}`) })).join('\n'));
    } catch (error) {
      console.error(`  could not run: ${shortened(messageOf(error))}`);
      process.exitCode = 1;
    }
  }
};

await runCommandLine({ usage, read, run });
