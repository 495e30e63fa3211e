import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { toErrorMessage, createNumberOption, createOptionsParser, runCommandLine } from '../command-line.ts';
import { checkBookings } from './model/check-bookings.ts';
import { checkRecords } from './model/check-records.ts';
import { openEnvironment } from './model/environment.ts';

const usage = `Checks records against a small model (scripts/quality/model/model.ts): random interleavings of bookings, corrections, withdrawals
and provider events on one reference, with lost responses and repeated requests, through the functions and the emulated DynamoDB;
and bookings that are resent for other stores and references, which must yield one record.

  npm run model                 1,000 runs

  --runs N     number of runs
  --seed N     repeats the runs of an earlier seed`;

const read = createOptionsParser({
  runs: z._default(createNumberOption(1, 1_000_000), 1000),
  seed: z._default(createNumberOption(0, 2 ** 31), () => randomInt(2 ** 31)),
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
