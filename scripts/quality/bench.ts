import { availableParallelism, loadavg } from 'node:os';
import * as z from 'zod/mini';
import { flag, createNumberOption, createSelectionParser, runCommandLine } from '../command-line.ts';
import { booking } from './bench/booking.ts';
import { bulk } from './bench/bulk.ts';
import { cost } from './bench/cost.ts';
import { enumeration } from './bench/enumeration.ts';
import type { Bench } from './bench/figure.ts';
import { findMissedBounds, formatTable, measureAll } from './bench/figure.ts';
import { files } from './bench/files.ts';
import { limitToOneCall } from './bench/interleaved.ts';
import { listBench } from './bench/list.ts';
import { middleware } from './bench/middleware.ts';
import { pages } from './bench/pages.ts';
import { sizes } from './bench/sizes.ts';
import { till } from './bench/till.ts';

const benches = {
  middleware,
  list: listBench,
  booking,
  files,
  bulk,
  cost,
  pages,
  sizes,
  enumeration,
  till,
} as const satisfies Record<string, Bench>;

const usage = `Measures the portal against its targets.

  npm run bench                 runs all benchmarks
  npm run bench -- NAME …       runs some of them: ${Object.keys(benches).join(', ')}

  --records N   number of repairs in the long list (100,000)
  --record      records the sizes of pages, with which later runs compare (sizes)
  --once        makes each call once, to check that a benchmark runs; the ratios mean nothing

Ratios are measured alternately (A B A B) and compared by medians, so that other load on the machine affects both.
The command names the targets that are missed, and fails if there is one or if a bench could not run. Times are judged
on a quiet machine only: one with a load of at most a quarter per processor when the command starts.`;

/** Load per processor up to which times are judged. */
const maximumQuietLoad = 0.25;

const options = { records: z._default(createNumberOption(2000, 10_000_000), 100_000), record: flag, once: flag };
const read = createSelectionParser<Bench, typeof options>(benches, options);

const run = async ({ selectedEntries: selection, records, record, once }: ReturnType<typeof read>) => {
  if (once) limitToOneCall();
  const [load = 0] = loadavg();
  const isQuiet = load / availableParallelism() <= maximumQuietLoad;
  console.log(
    `Load ${load.toFixed(2)} on ${availableParallelism()} processors: times are ${isQuiet ? '' : 'not '}judged.`,
  );
  const { hasRun, figures } = await measureAll(selection, {
    recordCount: records,
    shouldSaveSizes: record,
    say: (message) => console.log(`  ${message}`),
  });
  const missedBounds = once ? [] : findMissedBounds(figures, isQuiet);
  if (missedBounds.length > 0) console.log(['\nNot met:', ...formatTable(missedBounds)].join('\n'));
  if (!hasRun || missedBounds.length > 0) process.exitCode = 1;
};

await runCommandLine({ usage, read, run });
