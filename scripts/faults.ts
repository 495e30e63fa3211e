import * as z from 'zod/mini';
import { isMet, tableOf } from './bench/figure.ts';
import { messageOf, number, readChosen, runCommandLine } from './command-line.ts';
import { badDays } from './faults/days.ts';
import { openSetting } from './faults/setting.ts';
import type { BadDay, TrialContext } from './faults/trial.ts';

const usage = `Tries bad days on a portal of its own, and shows what was held beside what is promised.

  npm run faults                 all of them, some ten minutes
  npm run faults -- NAME …       one or some: ${Object.keys(badDays).join(', ')}

  --part SHARE      of what is many only so much (1)
  --outage SECONDS  how long a service is away (10)

Ends with 1 where a promise was not held, or a day could not be tried. docs/faults.md says more of each.`;

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`;

const options = z.strictObject({
  part: z._default(number(0.001, 1, z.number()), 1),
  outage: z._default(number(0.1, 3600, z.number()), 10),
});
const read = (args: string[]) => readChosen<BadDay, typeof options>(badDays, options, args);

const run = async ({ chosen, part, outage }: ReturnType<typeof read>) => {
  let shared: ReturnType<typeof openSetting> | undefined;
  const context: TrialContext = {
    setting: () => (shared ??= openSetting()),
    many: (count) => Math.ceil(count * part),
    outageMs: outage * 1000,
    say: (message) => console.log(`  ${message}`),
  };
  const startedAt = performance.now();
  try {
    for (const [name, day] of chosen) {
      console.log(`\n${name}: ${day.about}`);
      const began = performance.now();
      try {
        const figures = await day.run(context);
        console.log(tableOf(figures).join('\n'));
        console.log(`  after ${seconds(began)}`);
        if (figures.some((figure) => isMet(figure) === false)) process.exitCode = 1;
      } catch (error) {
        console.error(`  could not be tried: ${messageOf(error)}`);
        process.exitCode = 1;
      } finally {
        (await shared)?.faults.clear();
      }
    }
  } finally {
    await (await shared)?.close();
  }
  console.log(
    `\n${process.exitCode === 1 ? 'Not all promises were held' : 'Every promise was held'}, after ${seconds(startedAt)}.`,
  );
};

await runCommandLine({ usage, read, run });
