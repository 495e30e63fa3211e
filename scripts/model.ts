import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { messageOf, runCommandLine } from './command-line.ts';
import { checkBookings } from './model/check-bookings.ts';
import { checkRecords } from './model/check-records.ts';
import { openSetting } from './model/setting.ts';

const usage = `Holds records to a model of a few lines (scripts/model/model.ts): bookings, corrections, withdrawals and reports on one
reference in random interleavings, with answers lost and requests repeated, through the functions and the emulated DynamoDB; and
bookings sent again under other references, of which one record may come.

  npm run model                 1,000 runs

  --runs N     how many
  --seed N     those of an earlier time: the same seed makes the same runs`;

const read = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' } },
  });
  const [numRuns, seed] = [Number(values.runs), Number(values.seed ?? randomInt(2 ** 31))];
  if (!Number.isInteger(numRuns) || numRuns < 1 || !Number.isInteger(seed)) throw new Error('Both are whole numbers.');
  return { numRuns, seed };
};

const run = async ({ numRuns, seed }: ReturnType<typeof read>) => {
  console.log(`Seed ${seed} …`);
  const began = performance.now();
  const setting = await openSetting();
  try {
    await checkRecords(setting, { numRuns, seed });
    await checkBookings(setting, { numRuns, seed });
  } finally {
    await setting.close();
  }
  console.log(`The model explains every run, after ${Math.round((performance.now() - began) / 1000)} s.`);
};

/** fast-check tells the run that failed, and what failed in it as its cause. */
const explain = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? `${error.message}\n${explain(error.cause)}` : messageOf(error);

await runCommandLine({ usage, read, run, explain });
