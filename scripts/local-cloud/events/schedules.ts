import { randomUUID } from 'node:crypto';
import type { Account } from '../iam/iam.ts';
import type { Functions } from '../lambda/functions.ts';
import { loadPerProcessor } from '../patience.ts';

export type Schedule = { readonly ruleArn: string; readonly functionArn: string; readonly periodMs: number };

type Options = Account & {
  readonly functions: Pick<Functions, 'invokeFor'>;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  readonly load?: () => number;
};

const unitsMs: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const lookMs = 1000;
const busyLoad = 2;

/** The period of `rate(…)` in milliseconds. Throws for anything else. */
export const periodOf = (expression: string): number => {
  const [, count = '', unit = '', plural = ''] = /^rate\((\d+) (minute|hour|day)(s?)\)$/.exec(expression) ?? [];
  const isSpelled = Number(count) === 1 ? plural === '' : plural === 's';
  const period = Number(count) * (unitsMs[unit] ?? 0);
  if (!isSpelled || period === 0) throw new Error(`Parameter ScheduleExpression is not valid: ${expression}`);
  return period;
};

/** Rules that call functions every so often. Periods count from the start, as on AWS from the making of the rule. */
export const createSchedules = ({ region, accountId, functions, now, warn, load = loadPerProcessor }: Options) => {
  const schedules: (Schedule & { dueAt: number })[] = [];
  const running = new Set<Promise<void>>();
  const failedUnderLoad = new Set<string>();
  let ahead = 0;
  let timer: NodeJS.Timeout | undefined;
  const time = () => now().getTime() + ahead;

  /** A failure under load says little, and so is warned of once until the function succeeds again. */
  const warnOfFailure = (functionArn: string, errorMessage: string) => {
    const current = load();
    const failure = `${functionArn} failed on schedule: ${errorMessage}`;
    if (current < busyLoad) return warn(failure);
    if (!failedUnderLoad.has(functionArn))
      warn(
        `This machine has ${current.toFixed(1)} times as much to do as it can, which may be the only reason: ${failure}`,
      );
    failedUnderLoad.add(functionArn);
  };

  const call = async ({ ruleArn, functionArn }: Schedule): Promise<void> => {
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: accountId,
      time: `${new Date(time()).toISOString().slice(0, 19)}Z`,
      region,
      resources: [ruleArn],
      detail: {},
    };
    const caller = { principal: 'events.amazonaws.com', sourceArn: ruleArn };
    try {
      const outcome = await functions.invokeFor(caller, functionArn, event);
      if (outcome === 'throttled') warn(`${ruleArn} came while ${functionArn} was busy, and is left out.`);
      else if ('error' in outcome) warnOfFailure(functionArn, outcome.error.errorMessage);
      else failedUnderLoad.delete(functionArn);
    } catch (error) {
      warn(`Refused: ${String(error)}`);
    }
  };

  const run = (schedule: Schedule) => {
    const called = call(schedule).finally(() => running.delete(called));
    running.add(called);
  };

  /** What was missed while the machine slept is run once, not as often as it was missed. */
  const look = () => {
    for (const schedule of schedules.filter(({ dueAt }) => dueAt <= time())) {
      schedule.dueAt = time() + schedule.periodMs;
      run(schedule);
    }
  };

  return {
    add: (schedule: Schedule): void => void schedules.push({ ...schedule, dueAt: Infinity }),
    start: (): void => {
      for (const schedule of schedules) schedule.dueAt = time() + schedule.periodMs;
      if (schedules.length > 0) timer = setInterval(look, lookMs).unref();
    },
    /** Lets time pass for the schedules alone, and waits for what has come due. */
    passTime: async (ms: number): Promise<void> => {
      ahead += ms;
      look();
      await Promise.all(running);
    },
    /** Nothing begins any more; what is under way is ended with its function. */
    stop: (): void => clearInterval(timer),
  };
};

export type Schedules = ReturnType<typeof createSchedules>;
