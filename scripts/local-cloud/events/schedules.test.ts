import { expect, test } from '@jest/globals';
import { createSchedules, periodOf } from './schedules.ts';

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

const hour = 3_600_000;
type Invoke = Parameters<typeof createSchedules>[0]['functions']['invokeFor'];

const scheduled = (answer: () => ReturnType<Invoke>, load = 1) => {
  const heard = { calls: 0, warnings: [] as string[] };
  const schedules = createSchedules({
    region: 'eu-central-1',
    accountId: '000000000000',
    functions: {
      invokeFor: async () => {
        heard.calls += 1;
        return answer();
      },
    },
    now: () => new Date('2026-11-21T10:00:00.500Z'),
    warn: (text) => heard.warnings.push(text),
    load: () => load,
  });
  schedules.add({ ruleArn: 'arn:rule', functionArn: 'arn:function', periodMs: hour });
  return { schedules, heard };
};

test('a function is called after each period, first after one from the start; a day asleep is one call', async () => {
  const { schedules, heard } = scheduled(async () => ({ payload: null }));
  await schedules.passTime(24 * hour);
  schedules.start();
  for (const [ms, calls] of [
    [hour - 1, 0],
    [1, 1],
    [hour, 2],
    [24 * hour, 3],
  ] as const) {
    await schedules.passTime(ms);
    expect(heard).toEqual({ calls, warnings: [] });
  }
  schedules.stop();
});

test.each<[string, () => ReturnType<Invoke>, string]>([
  ['fails', async () => ({ error: { errorType: 'Error', errorMessage: 'broken' } }), 'failed on schedule: broken'],
  ['is busy', async () => 'throttled', 'was busy'],
  ['may not be called', async () => Promise.reject(new Error('no permission')), 'no permission'],
])('a function that %s is spoken of, and called again', async (_, answer, warning) => {
  const { schedules, heard } = scheduled(answer);
  schedules.start();
  for (let turn = 0; turn < 2; turn++) await schedules.passTime(hour);
  expect(heard.warnings).toEqual([expect.stringContaining(warning), expect.stringContaining(warning)]);
  schedules.stop();
});

test('a failure on a busy machine names its load, and is warned of once until the function succeeds', async () => {
  const failed = { error: { errorType: 'Error', errorMessage: 'broken' } };
  const outcomes = [failed, failed, { payload: null }, failed];
  const { schedules, heard } = scheduled(async () => outcomes.shift() ?? failed, 6);
  schedules.start();
  for (let turn = 0; turn < 4; turn += 1) await schedules.passTime(hour);
  const warning = expect.stringMatching(/6\.0 times as much .*failed on schedule: broken/);
  expect(heard).toEqual({ calls: 4, warnings: [warning, warning] });
  schedules.stop();
});
