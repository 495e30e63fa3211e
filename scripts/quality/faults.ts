import * as z from 'zod/mini';
import { createNumberOption, createSelectionParser, runCommandLine } from '../command-line.ts';
import { isWithinLimits, measureAll } from './bench/figure.ts';
import type { OpenedEnvironment } from './faults/environment.ts';
import { openEnvironment } from './faults/environment.ts';
import type { FaultScenario } from './faults/scenario.ts';
import { faultScenarios } from './faults/scenarios.ts';

const usage = `Simulates failing AWS services for a separate portal, and shows each result next to its guarantee.

  npm run faults                 runs all scenarios, about fifteen minutes
  npm run faults -- NAME …       runs some of them: ${Object.keys(faultScenarios).join(', ')}

  --part SHARE      share of the bookings, lists and users of each scenario (1)
  --outage SECONDS  how long a service is unavailable (10)

Exits with 1 if a guarantee was not met or a scenario could not run. docs/faults.md describes each.`;

const options = {
  part: z._default(createNumberOption(0.001, 1, z.number()), 1),
  outage: z._default(createNumberOption(0.1, 3600, z.number()), 10),
};
const read = createSelectionParser<FaultScenario, typeof options>(faultScenarios, options);

const run = async ({ selectedEntries, part, outage }: ReturnType<typeof read>) => {
  let environment: Promise<OpenedEnvironment> | undefined;
  try {
    const { hasRun, figures } = await measureAll(selectedEntries, {
      openSharedEnvironment: () => (environment ??= openEnvironment()),
      scaleCount: (count) => Math.ceil(count * part),
      outageMs: outage * 1000,
    });
    const isMet = hasRun && figures.every(isWithinLimits);
    if (!isMet) process.exitCode = 1;
    console.log(isMet ? '\nEvery guarantee was met.' : '\nNot every guarantee was met.');
  } finally {
    await (await environment)?.close();
  }
};

await runCommandLine({ usage, read, run });
