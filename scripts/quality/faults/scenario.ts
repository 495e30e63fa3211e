import { setTimeout as wait } from 'node:timers/promises';
import type { PortalOptions } from '#scripts/demo/portal.ts';
import type { Figure, Measurement } from '../bench/figure.ts';
import type { Environment } from './environment.ts';
import { openEnvironment } from './environment.ts';
import type { Fault, FaultRates, Faults, FaultyService } from './faults.ts';
import type { Outcome, Work } from './ledger.ts';
import { createErrorAndTimeFigures, isSuccess, createSuccessFigure, repeatConcurrently } from './ledger.ts';

export type ScenarioContext = {
  /** Returns the portal shared by the scenarios that do not need their own. */
  readonly openSharedEnvironment: () => Promise<Environment>;
  /** Scales a number of repetitions: all of them, or only a few in a test. */
  readonly scaleCount: (count: number) => number;
  readonly outageMs: number;
};

export type FaultScenario = Measurement<ScenarioContext>;

type Phase = {
  readonly label: string;
  readonly rates: FaultRates;
  readonly count: number;
  readonly maxConcurrency?: number;
  readonly work: Work;
  /** Minimum success rate in percent, 99.5 by default. */
  readonly atLeast?: number;
};

/** Requests of a scenario in its environment, and the checks after them. */
type Trial = {
  readonly phases?: readonly Phase[];
  /** Requests that are repeated while the service is unavailable. */
  readonly duringOutage?: readonly Work[];
  /** Kinds of outage to simulate, one after the other; all by default. */
  readonly outageKinds?: readonly (keyof typeof outageDescriptions)[];
  /** Hooks before and after each kind of outage. */
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<Figure[]>;
  readonly afterAll?: () => Promise<Figure[]>;
  readonly close?: () => Promise<void>;
};

const outageDescriptions = {
  hanging: 'silent',
  stalled: 'silent in the middle of responses',
  reset: 'resetting connections',
  failed: 'responding with 500',
} as const satisfies Partial<Record<Fault, string>>;

/** Time after an outage within which each of the requests must succeed again. */
const maxRecoveryMs = 5000;

const simulateOutage = async (
  faults: Faults,
  service: FaultyService,
  outageKind: keyof typeof outageDescriptions,
  outageMs: number,
  requests: readonly Work[],
): Promise<Figure[]> => {
  faults.set(service, { [outageKind]: 1 });
  const end = Date.now() + outageMs;
  const outcomes: Outcome[] = [];
  const requestLoops = requests.map(async (work) => {
    while (Date.now() < end) {
      outcomes.push(await work());
      await wait(20);
    }
  });
  await wait(Math.max(0, end - Date.now()));
  faults.clear();
  const endedAt = performance.now();
  const recoveries = requests.map(async (work) => {
    while (performance.now() - endedAt < 3 * maxRecoveryMs) {
      if (isSuccess(await work())) return performance.now() - endedAt;
      await wait(50);
    }
    return Infinity;
  });
  const seconds = Math.max(...(await Promise.all(recoveries))) / 1000;
  await Promise.all(requestLoops);
  return [
    {
      label: `${outageDescriptions[outageKind]}, ${outcomes.length.toLocaleString('en-GB')} requests: recovered after`,
      value: seconds,
      unit: 's',
      atMost: maxRecoveryMs / 1000,
    },
    ...createErrorAndTimeFigures('…', outcomes),
  ];
};

type ScenarioDefinition = {
  readonly description: string;
  readonly service: FaultyService;
  /** Options of a separate portal, for scenarios that cannot use the shared one. */
  readonly ownPortalOptions?: Pick<PortalOptions, 'backOffice' | 'warm'>;
  readonly prepare: (environment: Environment) => Trial | Promise<Trial>;
};

export const createScenario = ({
  description,
  service,
  ownPortalOptions,
  prepare,
}: ScenarioDefinition): FaultScenario => ({
  description,
  run: async (context) => {
    const ownEnvironment = ownPortalOptions && (await openEnvironment(ownPortalOptions));
    const environment = ownEnvironment ?? (await context.openSharedEnvironment());
    const { faults } = environment;
    let trial: Trial = {};
    try {
      trial = await prepare(environment);
      const {
        phases = [],
        duringOutage = [],
        outageKinds = Object.keys(outageDescriptions) as (keyof typeof outageDescriptions)[],
      } = trial;
      const figures: Figure[] = [];
      for (const { label, rates, count, maxConcurrency, work, atLeast } of phases) {
        faults.set(service, rates);
        const outcomes = await repeatConcurrently(context.scaleCount(count), work, maxConcurrency);
        figures.push(createSuccessFigure(label, outcomes, atLeast), ...createErrorAndTimeFigures(label, outcomes));
      }
      faults.clear();
      for (const outageKind of duringOutage.length > 0 ? outageKinds : []) {
        await trial.before?.();
        figures.push(...(await simulateOutage(faults, service, outageKind, context.outageMs, duringOutage)));
        figures.push(...((await trial.after?.()) ?? []));
      }
      return [...figures, ...((await trial.afterAll?.()) ?? [])];
    } finally {
      faults.clear();
      await trial.close?.();
      await ownEnvironment?.close();
    }
  },
});
