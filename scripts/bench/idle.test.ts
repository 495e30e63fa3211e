import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { inProject } from '#infra/project.ts';
import type { StageName } from '#infra/stages.ts';
import { synthesized } from '#infra/testing/synthesized.ts';
import { testedStages } from '#infra/testing/tested-stages.ts';
import { probesOf } from '#lambdas/canary/canary.ts';
import { recordKinds } from '#shared/records/record.ts';
import { regionIds } from '#shared/regions.ts';
import { apiRequest, callOf, dollarsOf, fileRequest, functionProperties, runOf } from './cost.ts';

/** What is there costs by the month, in US dollars. A key costs one more with each of its first two rotations, a year each. */
const perMonth = {
  firewall: 5,
  firewallRule: 1,
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  /** Of fifty metrics at most: the first three of an account are free. */
  dashboard: 0,
  ownMetric: 0.3,
  key: 1,
  secret: 0.4,
} as const;

/** At 0.05 for ten thousand. */
const secretReadsPerMillion = 5;

const properties = z.looseObject({
  Rules: z.optional(z.array(z.unknown())),
  Metrics: z.optional(z.array(z.looseObject({ MetricStat: z.optional(z.unknown()) }))),
  MetricTransformations: z.optional(z.array(z.looseObject({ DefaultValue: z.optional(z.number()) }))),
  LogGroupName: z.optional(z.looseObject({ Ref: z.optional(z.string()) })),
  ScalingConfig: z.optional(z.unknown()),
  Environment: z.optional(z.looseObject({ Variables: z.looseObject({ ORIGIN_SECRET_ARN: z.optional(z.unknown()) }) })),
});
const template = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string(), Properties: z.optional(properties) })),
});

/** One thing that costs while nobody is there: how many of it, and US dollars a month. */
type Line = readonly [what: string, count: string, dollars: number];

const hours = 730;
const looksAnHour = 12;
/** Lambda asks a queue that it works off over five connections, each twenty seconds long. */
const pollsOfQueue = 5 * 3 * 60 * hours;

const idleCost = (templates: readonly unknown[]): Line[] => {
  const resources = templates.flatMap((each) => Object.entries(template.parse(each).Resources));
  const all = (type: string) =>
    resources.filter(([, { Type }]) => Type === type).map(([id, { Properties = {} }]) => ({ id, ...Properties }));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

  const firewalls = all('AWS::WAFv2::WebACL');
  const rules = sum(firewalls.map(({ Rules = [] }) => Rules.length));
  const alarms = all('AWS::CloudWatch::Alarm');
  const metrics = sum(alarms.map(({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1));
  const composites = all('AWS::CloudWatch::CompositeAlarm').length;
  const dashboards = all('AWS::CloudWatch::Dashboard').length;
  // Others are there in an hour in which somebody did what they count.
  const ownMetrics = all('AWS::Logs::MetricFilter').filter(
    ({ LogGroupName, MetricTransformations: [first] = [] }) =>
      first?.DefaultValue !== undefined || LogGroupName?.Ref?.startsWith('Canary'),
  ).length;
  const keys = all('AWS::KMS::Key').length;
  const secrets = all('AWS::SecretsManager::Secret').length;
  const behindTheApi = all('AWS::Lambda::Function').filter(
    ({ Environment }) => Environment?.Variables.ORIGIN_SECRET_ARN !== undefined,
  );
  // Two versions an hour in each function that the canary keeps warm.
  const reads = behindTheApi.length * 2 * hours;
  const queues = all('AWS::Lambda::EventSourceMapping').filter(({ ScalingConfig }) => ScalingConfig).length;

  const canary = all('AWS::Lambda::Function').filter(({ id }) => id.startsWith('Canary'));
  const looks = Object.keys(probesOf({ site: 'https://site', stage: '', fetch, timeoutMs: 0 })).length;
  const firewall = firewalls.length > 0 ? {} : { 'Firewall: request': 0 };
  const look = dollarsOf(
    ...Array.from({ length: looks - 2 }, () => ({ ...apiRequest, ...firewall })),
    ...Array.from({ length: 3 }, () => ({ ...fileRequest, ...firewall })),
    ...[...behindTheApi, ...canary].map((each) => runOf(functionProperties.parse(each))),
    ...regionIds.flatMap(() => recordKinds.map(() => callOf({ operation: 'Query', units: 0.5 }))),
  );

  return [
    ['Firewall', `${rules} rules`, firewalls.length * perMonth.firewall + rules * perMonth.firewallRule],
    [
      'Alarms',
      `${alarms.length + composites} of ${metrics} metrics`,
      metrics * perMonth.alarmMetric + composites * perMonth.compositeAlarm,
    ],
    ["Dashboard, of an account's three free ones", `${dashboards}`, dashboards * perMonth.dashboard],
    ['Metrics of our own', `${ownMetrics}`, ownMetrics * perMonth.ownMetric],
    ['Customer keys', `${keys}`, keys * perMonth.key],
    ['Secrets, read by functions', `${secrets}`, secrets * perMonth.secret + (reads * secretReadsPerMillion) / 1e6],
    ['Queues, asked by Lambda', `${queues}`, dollarsOf({ 'SQS: request': queues * pollsOfQueue })],
    ['A look from outside each five minutes', `${looks} probes`, look * hours * looksAnHour],
  ];
};

/** What each deployed stage may cost a month at most, in US dollars. */
const idleTargets = { dev: 5, qa: 10, prod: 25 } as const satisfies Partial<Record<StageName, number>>;

const idleDollars = (lines: readonly Line[]): number => lines.reduce((sum, [, , dollars]) => sum + dollars, 0);

const idleOf = (title: string) => {
  const { edge, portal, edgeWatch } = synthesized(title);
  return idleCost([edge, portal, edgeWatch].map((each) => each.toJSON()));
};

const idleTable = (stages: Readonly<Record<string, readonly Line[]>>): string[] => {
  const all = Object.values(stages);
  const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
  const lines = all[0]?.map(([what], index) =>
    row(
      what,
      ...all.map((stage) => {
        const [, count, dollars] = stage[index] ?? ['', '', 0];
        return count.startsWith('0') ? '–' : `${dollars.toFixed(2)} (${count})`;
      }),
    ),
  );
  return [
    row('a month, in US dollars', ...Object.keys(stages)),
    `|${'---|'.repeat(all.length + 1)}`,
    ...(lines ?? []),
    row('**while nobody is there**', ...all.map((stage) => `**${idleDollars(stage).toFixed(2)}**`)),
  ];
};

test('the README says what each stage costs while nobody is there, as its templates have it, and no stage more than it may', () => {
  const stages = Object.fromEntries(Object.keys(idleTargets).map((stage) => [stage, idleOf(stage)]));
  expect(readFileSync(inProject('README.md'), 'utf8')).toContain(idleTable(stages).join('\n'));
  for (const [stage, most] of Object.entries(idleTargets)) {
    const dollars = idleDollars(stages[stage] ?? []);
    expect(dollars).toBeGreaterThan(0);
    expect(dollars).toBeLessThanOrEqual(most);
    // The budget tells of it, and of as much again at least.
    expect(testedStages[stage]?.monthlyBudget).toBeGreaterThanOrEqual(2 * dollars);
  }
});

test('each thing that costs by the month is counted', () => {
  const [light, full] = [idleOf('dev'), idleOf('prod with every option')];
  const ofLine = (lines: typeof light, what: string) => lines.find(([name]) => name.startsWith(what))?.slice(1);
  expect(ofLine(full, 'Firewall')).toEqual(['10 rules', 15]);
  expect(ofLine(light, 'Firewall')).toEqual(['0 rules', 0]);
  expect(ofLine(full, 'Customer keys')).toEqual(['2', 2]);
  expect(ofLine(light, 'Alarms')).toEqual(['7 of 8 metrics', expect.closeTo(0.8)]);
  expect(ofLine(full, 'Queues')).toEqual(['5', expect.closeTo(5 * 657_000 * 0.4e-6)]);
});
