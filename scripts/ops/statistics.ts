import { setTimeout } from 'node:timers/promises';
import { flag, createCommandParser, runCommandLine } from '../command-line.ts';
import { recountStatistics } from './statistics/recount.ts';
import { openDirectory } from './users/directory.ts';
import { stageOptions } from './users/options.ts';

const usage = `Works on the counts of the overview.

  npm run statistics -- recount --stage prod   counts all repairs and returns again, while the portal is in use, and corrects and
                                           reports differences. There are none, unless tables were replaced or changes were lost.
                                           Exits with 1 if there were any. It reads whole tables, which costs money if they are large

  --dry-run    only reports the differences`;

const read = createCommandParser({ recount: { ...stageOptions, 'dry-run': flag } });

const run = async ({ stage, state, 'dry-run': isDryRun }: ReturnType<typeof read>) => {
  const { db, names } = await openDirectory(stage, state);
  const { monthCount, differenceCount } = await recountStatistics({
    db,
    names,
    now: () => new Date(),
    wait: () => setTimeout(1000),
    isDryRun,
    report: (difference) => console.log(difference),
  });
  console.log(
    `${monthCount} months of stores counted, ${differenceCount} differed${isDryRun ? '.' : ' and were corrected.'}`,
  );
  if (differenceCount > 0) process.exitCode = 1;
};

await runCommandLine({ usage, read, run });
