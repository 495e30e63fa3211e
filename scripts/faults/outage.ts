import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from '../bench/figure.ts';
import type { Outcome } from './answers.ts';
import { clearAndInTime, isDone, succeeded } from './answers.ts';
import type { BadDay, Circumstances } from './bad-day.ts';
import { times } from './bookings.ts';
import type { Faults } from './faults.ts';
import type { Fault } from './faulty-proxy.ts';
import type { FaultyService } from './refusals.ts';
import type { Setting } from './setting.ts';

/** How a service may be away. */
export const waysToBeAway = ['hanging', 'stalled', 'reset', 'failed'] as const satisfies readonly Fault[];

const words: Readonly<Record<(typeof waysToBeAway)[number], string>> = {
  hanging: 'silent',
  stalled: 'silent in the middle of answers',
  reset: 'resetting connections',
  failed: 'answering 500',
};

const wellAgainWithinMs = 5000;

export type Work = () => Promise<Outcome<unknown>>;

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
  const seconds = Math.max(...(await Promise.all(well))) / 1000;
  await Promise.all(during);
  return {
    outcomes,
    wellAgain: {
      what: `${words[way]}, ${outcomes.length.toLocaleString('en-GB')} requests: well again after`,
      value: seconds,
      unit: 's',
      atMost: wellAgainWithinMs / 1000,
    },
  };
};

/** What is tried of a service. */
type Trial = {
  /** While 20 % of its calls are throttled: so many, so many at once. */
  readonly throttled?: { readonly what: string; readonly count: number; readonly most: number; readonly work: Work };
  /** While it is away: each over and over. */
  readonly works: readonly Work[];
  /** Before and after each way of being away. */
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<Figure[]>;
  /** When all of it is over. */
  readonly inTheEnd?: () => Promise<Figure[]>;
};

/** A day on which a service is away in every way, one after the other. */
export const awayDay = (
  about: string,
  service: FaultyService,
  prepare: (setting: Setting) => Trial | Promise<Trial>,
): BadDay => ({
  about,
  run: async ({ setting, many, ...circumstances }) => {
    const there = await setting();
    const { faults } = there;
    const { throttled, works, before, after, inTheEnd } = await prepare(there);
    const figures: Figure[] = [];
    if (throttled) {
      const { what, count, most, work } = throttled;
      faults.set(service, { throttled: 0.2 });
      const outcomes = await times(many(count), work, most);
      faults.clear();
      figures.push(succeeded(what, outcomes), ...clearAndInTime(what, outcomes));
    }
    for (const way of waysToBeAway) {
      await before?.();
      const { outcomes, wellAgain } = await outage(faults, service, way, circumstances, works);
      figures.push(wellAgain, ...clearAndInTime('…', outcomes), ...((await after?.()) ?? []));
    }
    return [...figures, ...((await inTheEnd?.()) ?? [])];
  },
});
