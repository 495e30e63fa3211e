import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { checkBookings } from './model/check-bookings.ts';
import { checkRecords } from './model/check-records.ts';
import { openSetting } from './model/setting.ts';

const usage = `Holds records to a model of a few lines (scripts/model/model.ts): bookings, corrections, withdrawals and reports on one
reference in random interleavings, with answers lost and requests repeated, through the functions and the emulated DynamoDB; and
bookings sent again under other references, of which one record may come.

  npm run model                 1,000 runs

  --runs N     how many
  --seed N     those of an earlier time: the same seed makes the same runs`;

const run = async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '1000' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  const [numRuns, seed] = [Number(values.runs), Number(values.seed ?? randomInt(2 ** 31))];
  if (!Number.isInteger(numRuns) || numRuns < 1 || !Number.isInteger(seed)) throw new Error(usage);
  console.log(`Seed ${seed} …`);
  const began = performance.now();
  const tally = await checkRecords({ numRuns, seed });
  for (const [what, times] of [...tally].toSorted(([, one], [, other]) => other - one))
    console.log(`${String(times).padStart(8)}  ${what}`);
  const setting = await openSetting();
  await checkBookings(setting, { numRuns, seed }).finally(setting.close);
  console.log(`The model explains every run, after ${Math.round((performance.now() - began) / 1000)} s.`);
};

run().catch((error: unknown) => {
  for (let told = error; told !== undefined; told = told instanceof Error ? told.cause : undefined)
    console.error(told instanceof Error ? told.message : String(told));
  process.exitCode = 1;
});
