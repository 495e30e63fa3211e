import { expect, test } from '@jest/globals';
import { createSchedules, parseRate } from './schedules.ts';

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(1 hour)', 3_600_000],
  ['rate(2 days)', 172_800_000],
])('parses %s', (expression, period) => expect(parseRate(expression)).toBe(period));

test.each(['rate(1 hours)', 'rate(2 hour)', 'rate(0 minutes)', 'rate(1 second)', 'every hour', 'cron(0 12 * * ? *)'])(
  'rejects %s',
  (expression) => expect(() => parseRate(expression)).toThrow('ScheduleExpression is not valid'),
);

const hourMs = 3_600_000;
type Invoke = Parameters<typeof createSchedules>[0]['functions']['invokeFor'];

const createTestSchedules = (respond: () => ReturnType<Invoke>, load = 1) => {
  const observed = { calls: 0, warnings: [] as string[] };
  const schedules = createSchedules({
    region: 'eu-central-1',
    accountId: '000000000000',
    functions: {
      invokeFor: async () => {
        observed.calls += 1;
        return respond();
      },
    },
    now: () => new Date('2026-11-21T10:00:00.500Z'),
    warn: (text) => observed.warnings.push(text),
    getLoad: () => load,
  });
  schedules.add({ ruleArn: 'arn:rule', functionArn: 'arn:function', periodMs: hourMs });
  return { schedules, observed };
};

test('invokes a function once per period, and once after a long sleep', async () => {
  const { schedules, observed } = createTestSchedules(async () => ({ payload: null }));
  await schedules.advanceTime(24 * hourMs);
  schedules.start();
  for (const [ms, calls] of [
    [hourMs - 1, 0],
    [1, 1],
    [hourMs, 2],
    [24 * hourMs, 3],
  ] as const) {
    await schedules.advanceTime(ms);
    expect(observed).toEqual({ calls, warnings: [] });
  }
  schedules.stop();
});

test.each<[string, () => ReturnType<Invoke>, string]>([
  ['fails', async () => ({ error: { errorType: 'Error', errorMessage: 'broken' } }), 'failed on schedule: broken'],
  ['is busy', async () => 'throttled', 'was busy'],
  ['may not be called', async () => Promise.reject(new Error('no permission')), 'no permission'],
])('warns about a function that %s and invokes it again', async (_, respond, warning) => {
  const { schedules, observed } = createTestSchedules(respond);
  schedules.start();
  for (let turn = 0; turn < 2; turn++) await schedules.advanceTime(hourMs);
  expect(observed.warnings).toEqual([expect.stringContaining(warning), expect.stringContaining(warning)]);
  schedules.stop();
});

test('warns about failures on a busy machine only once until the function succeeds again', async () => {
  const failure = { error: { errorType: 'Error', errorMessage: 'broken' } };
  const outcomes = [failure, failure, { payload: null }, failure];
  const { schedules, observed } = createTestSchedules(async () => outcomes.shift() ?? failure, 6);
  schedules.start();
  for (let turn = 0; turn < 4; turn += 1) await schedules.advanceTime(hourMs);
  const warning = expect.stringMatching(/6\.0 times as much .*failed on schedule: broken/);
  expect(observed).toEqual({ calls: 4, warnings: [warning, warning] });
  schedules.stop();
});
