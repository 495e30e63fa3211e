import * as z from 'zod/mini';
import { numberOption, readSelection, runCommandLine } from '../command-line.ts';
import { measureAll } from './bench/figure.ts';
import type { OpenedEnvironment } from './faults/environment.ts';
import { openEnvironment } from './faults/environment.ts';
import type { FaultScenario } from './faults/scenario.ts';
import { faultScenarios } from './faults/scenarios.ts';

const usage = `Tries bad days on a portal of its own, and shows what was held beside what is promised.

  npm run faults                 all of them, some fifteen minutes
  npm run faults -- NAME …       one or some: ${Object.keys(faultScenarios).join(', ')}

  --part SHARE      of what is many only so much (1)
  --outage SECONDS  how long a service is away (10)

Ends with 1 where a promise was not held, or a day could not be tried. docs/faults.md says more of each.`;

const options = {
  part: z._default(numberOption(0.001, 1, z.number()), 1),
  outage: z._default(numberOption(0.1, 3600, z.number()), 10),
};
const read = readSelection<FaultScenario, typeof options>(faultScenarios, options);

const run = async ({ chosen, part, outage }: ReturnType<typeof read>) => {
  let settingPromise: Promise<OpenedEnvironment> | undefined;
  try {
    const { hasRun, hasMet } = await measureAll(chosen, {
      setting: () => (settingPromise ??= openEnvironment()),
      scaleCount: (count) => Math.ceil(count * part),
      outageMs: outage * 1000,
    });
    if (!hasRun || !hasMet) process.exitCode = 1;
    console.log(hasRun && hasMet ? '\nEvery promise was held.' : '\nNot all promises were held.');
  } finally {
    await (await settingPromise)?.close();
  }
};

await runCommandLine({ usage, read, run });
