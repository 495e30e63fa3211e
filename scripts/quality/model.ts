import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { toErrorMessage, numberOption, readOptions, runCommandLine } from '../command-line.ts';
import { checkBookings } from './model/check-bookings.ts';
import { checkRecords } from './model/check-records.ts';
import { openEnvironment } from './model/environment.ts';

const usage = `Holds records to a model of a few lines (scripts/quality/model/model.ts): bookings, corrections, withdrawals and reports on one
reference in random interleavings, with answers lost and requests repeated, through the functions and the emulated DynamoDB; and
bookings sent again for other stores and under other references, of which one record may come.

  npm run model                 1,000 runs

  --runs N     how many
  --seed N     those of an earlier time: the same seed makes the same runs`;

const read = readOptions({
  runs: z._default(numberOption(1, 1_000_000), 1000),
  seed: z._default(numberOption(0, 2 ** 31), () => randomInt(2 ** 31)),
});

const run = async ({ runs: numRuns, seed }: ReturnType<typeof read>) => {
  console.log(`Seed ${seed} …`);
  const startedAt = performance.now();
  const environment = await openEnvironment();
  try {
    await checkRecords(environment, { numRuns, seed });
    await checkBookings(environment, { numRuns, seed });
  } finally {
    await environment.close();
  }
  console.log(`The model explains every run, after ${Math.round((performance.now() - startedAt) / 1000)} s.`);
};

/** fast-check's error describes the failed run; its cause is the failed assertion. */
const explain = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined
    ? `${error.message}\n${explain(error.cause)}`
    : toErrorMessage(error);

await runCommandLine({ usage, read, run, explain });
