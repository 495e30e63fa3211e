import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '../lambda/functions.ts';
import { createSchedules, periodOf } from './schedules.ts';

describe('a schedule expression', () => {
  test.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(1 hour)', 3_600_000],
    ['rate(2 days)', 172_800_000],
  ])('%s is known', (expression, period) => expect(periodOf(expression)).toBe(period));

  test.each(['rate(1 hours)', 'rate(2 hour)', 'rate(0 minutes)', 'rate(1 second)', 'every hour', 'cron(0 12 * * ? *)'])(
    '%s is refused',
    (expression) => expect(() => periodOf(expression)).toThrow('ScheduleExpression is not valid'),
  );
});

describe('a function on a schedule', () => {
  const ruleArn = 'arn:aws:events:eu-central-1:000000000000:rule/hourly';
  const functionArn = 'arn:aws:lambda:eu-central-1:000000000000:function:tidy';
  const calls: { caller: Caller; functionArn: string; event: unknown }[] = [];
  const warnings: string[] = [];
  let answer: () => Promise<Awaited<ReturnType<Parameters<typeof createSchedules>[0]['functions']['invokeFor']>>>;
  const scheduled = () => {
    const schedules = createSchedules({
      region: 'eu-central-1',
      accountId: '000000000000',
      functions: {
        invokeFor: async (caller, arn, event) => {
          calls.push({ caller, functionArn: arn, event });
          return answer();
        },
      },
      now: () => new Date('2026-11-21T10:00:00.500Z'),
      warn: (text) => warnings.push(text),
    });
    schedules.add({ ruleArn, functionArn, periodMs: 3_600_000 });
    return schedules;
  };

  beforeEach(() => {
    calls.length = 0;
    warnings.length = 0;
    answer = async () => ({ payload: null });
  });

  test('is called by its rule after each period, first after one', async () => {
    const schedules = scheduled();
    schedules.start();
    await schedules.passTime(3_599_999);
    expect(calls).toEqual([]);
    await schedules.passTime(1);
    expect(calls).toEqual([
      {
        caller: { principal: 'events.amazonaws.com', sourceArn: ruleArn },
        functionArn,
        event: expect.objectContaining({
          source: 'aws.events',
          'detail-type': 'Scheduled Event',
          resources: [ruleArn],
          time: '2026-11-21T11:00:00Z',
          detail: {},
        }),
      },
    ]);
    await schedules.passTime(3_600_000);
    expect(calls).toHaveLength(2);
    // A day asleep is one call.
    await schedules.passTime(86_400_000);
    expect(calls).toHaveLength(3);
    expect(warnings).toEqual([]);
    schedules.stop();
  });

  test('is not called before everything has started', async () => {
    const schedules = scheduled();
    await schedules.passTime(86_400_000);
    expect(calls).toEqual([]);
  });

  test.each([
    ['fails', async () => ({ error: { errorType: 'Error', errorMessage: 'broken' } }), 'failed on schedule: broken'],
    ['is busy', async () => 'throttled' as const, 'was busy'],
    ['may not be called', async () => Promise.reject(new Error('no permission')), 'no permission'],
  ])('that %s is spoken of, and called again', async (_, ending, warning) => {
    answer = ending as typeof answer;
    const schedules = scheduled();
    schedules.start();
    await schedules.passTime(3_600_000);
    await schedules.passTime(3_600_000);
    expect(warnings).toEqual([expect.stringContaining(warning), expect.stringContaining(warning)]);
    schedules.stop();
  });
});
