import { randomUUID } from 'node:crypto';
import type { Account } from '../iam/iam.ts';
import type { Functions } from '../lambda/functions.ts';
import { measureLoadPerProcessor } from '../load.ts';

export type Schedule = { readonly ruleArn: string; readonly functionArn: string; readonly periodMs: number };

type Options = Account & {
  readonly functions: Pick<Functions, 'invokeFor'>;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  readonly getLoad?: () => number;
};

const unitsMs: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const checkIntervalMs = 1000;
/** Load per processor from which a failure may be due to the load alone. */
const busyLoad = 2;

/** Parses `rate(…)` into a period in milliseconds. Throws for anything else. */
export const parseRate = (expression: string): number => {
  const [, count = '', unit = '', plural = ''] = /^rate\((\d+) (minute|hour|day)(s?)\)$/.exec(expression) ?? [];
  const isUnitCorrect = Number(count) === 1 ? plural === '' : plural === 's';
  const period = Number(count) * (unitsMs[unit] ?? 0);
  if (!isUnitCorrect || period === 0) throw new Error(`Parameter ScheduleExpression is not valid: ${expression}`);
  return period;
};

/**
 * Creates the schedules that invoke functions periodically. Periods count from the start of the local cloud; on AWS
 * they count from the creation of the rule.
 */
export const createSchedules = ({
  region,
  accountId,
  functions,
  now,
  warn,
  getLoad = measureLoadPerProcessor,
}: Options) => {
  const schedules: (Schedule & { dueAt: number })[] = [];
  const runningInvocations = new Set<Promise<void>>();
  const functionsFailedUnderLoad = new Set<string>();
  /** Total time by which `advanceTime` has moved the schedules ahead. */
  let advancedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const getScheduleTime = () => now().getTime() + advancedMs;

  /** Warns about a failure. Under load, which may be its only cause, warns once until the function succeeds again. */
  const warnOfFailure = (functionArn: string, errorMessage: string) => {
    const currentLoad = getLoad();
    const failure = `${functionArn} failed on schedule: ${errorMessage}`;
    if (currentLoad < busyLoad) return warn(failure);
    if (!functionsFailedUnderLoad.has(functionArn))
      warn(
        `This machine has ${currentLoad.toFixed(1)} times as much to do as it can, which may be the only reason: ${failure}`,
      );
    functionsFailedUnderLoad.add(functionArn);
  };

  const invoke = async ({ ruleArn, functionArn }: Schedule): Promise<void> => {
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: accountId,
      time: `${new Date(getScheduleTime()).toISOString().slice(0, 19)}Z`,
      region,
      resources: [ruleArn],
      detail: {},
    };
    const caller = { principal: 'events.amazonaws.com', sourceArn: ruleArn };
    try {
      const outcome = await functions.invokeFor(caller, functionArn, event);
      if (outcome === 'throttled') warn(`${ruleArn} came while ${functionArn} was busy, and is left out.`);
      else if ('error' in outcome) warnOfFailure(functionArn, outcome.error.errorMessage);
      else functionsFailedUnderLoad.delete(functionArn);
    } catch (error) {
      warn(`Refused: ${String(error)}`);
    }
  };

  const startInvocation = (schedule: Schedule) => {
    const invocation = invoke(schedule).finally(() => runningInvocations.delete(invocation));
    runningInvocations.add(invocation);
  };

  /** Invokes due schedules once, even if several periods passed while the machine slept. */
  const invokeDue = () => {
    for (const schedule of schedules.filter(({ dueAt }) => dueAt <= getScheduleTime())) {
      schedule.dueAt = getScheduleTime() + schedule.periodMs;
      startInvocation(schedule);
    }
  };

  return {
    add: (schedule: Schedule): void => void schedules.push({ ...schedule, dueAt: Infinity }),
    start: (): void => {
      for (const schedule of schedules) schedule.dueAt = getScheduleTime() + schedule.periodMs;
      if (schedules.length > 0) timer = setInterval(invokeDue, checkIntervalMs).unref();
    },
    /** Advances the time of the schedules only, and waits for the invocations that became due. */
    advanceTime: async (ms: number): Promise<void> => {
      advancedMs += ms;
      invokeDue();
      await Promise.all(runningInvocations);
    },
    /** Stops starting invocations; running ones end with their function. */
    stop: (): void => clearInterval(timer),
  };
};

export type Schedules = ReturnType<typeof createSchedules>;
