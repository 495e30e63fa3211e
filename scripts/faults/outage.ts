import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from '../bench/figure.ts';
import type { Outcome } from './answers.ts';
import { isDone } from './answers.ts';
import type { Circumstances } from './bad-day.ts';
import type { Faults } from './faults.ts';
import type { Fault } from './faulty-proxy.ts';
import type { FaultyService } from './refusals.ts';

/** How a service may be away. */
export const waysToBeAway = ['hanging', 'stalled', 'reset', 'failed'] as const satisfies readonly Fault[];

const words: Readonly<Record<(typeof waysToBeAway)[number], string>> = {
  hanging: 'silent',
  stalled: 'silent in the middle of answers',
  reset: 'resetting connections',
  failed: 'answering 500',
};

const wellAgainWithinMs = 5000;

type Work = () => Promise<Outcome<unknown>>;

/** Does some work, over and over, while a service is away; afterwards until each of it is done once more. */
export const outage = async (
  faults: Faults,
  service: FaultyService,
  way: (typeof waysToBeAway)[number],
  { outageMs }: Pick<Circumstances, 'outageMs'>,
  works: readonly Work[],
): Promise<{ readonly outcomes: Outcome<unknown>[]; readonly wellAgain: Figure }> => {
  faults.set(service, { [way]: 1 });
  const end = Date.now() + outageMs;
  const outcomes: Outcome<unknown>[] = [];
  const during = works.map(async (work) => {
    while (Date.now() < end) {
      outcomes.push(await work());
      await wait(20);
    }
  });
  await wait(Math.max(0, end - Date.now()));
  faults.clear();
  const overAt = performance.now();
  const well = works.map(async (work) => {
    while (performance.now() - overAt < 3 * wellAgainWithinMs) {
      if (isDone(await work())) return performance.now() - overAt;
      await wait(50);
    }
    return Infinity;
  });
  const times = await Promise.all(well);
  await Promise.all(during);
  return {
    outcomes,
    wellAgain: {
      what: `${words[way]}, ${outcomes.length.toLocaleString('en-GB')} requests: well again after`,
      value: Math.max(...times) / 1000,
      unit: 's',
      atMost: wellAgainWithinMs / 1000,
    },
  };
};
