import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { resolveProjectPath } from '#infra/project.ts';
import type { StageName } from '#infra/stages.ts';
import { readSynthesized } from '#infra/testing/synthesized.ts';
import { testedStages } from '#infra/testing/tested-stages.ts';
import { createProbes } from '#lambdas/functions/canary/canary.ts';
import { regionIds } from '#shared/config/regions.ts';
import { recordKinds } from '#shared/records/record.ts';
import { apiRequestUsage, toCallUsage, toDollars, fileRequestUsage, functionProperties, toRunUsage } from './cost.ts';

/** Monthly prices in US dollars. A key costs one more with each of its first two yearly rotations. */
const dollarsPerMonth = {
  firewall: 5,
  firewallRule: 1,
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  /** An account's first three dashboards of up to fifty metrics are free. */
  dashboard: 0,
  customMetric: 0.3,
  key: 1,
  secret: 0.4,
} as const;

/** 0.05 dollars per ten thousand reads. */
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

/** Cost of one kind of idle resource, in US dollars a month. */
type CostLine = readonly [resource: string, count: string, dollars: number];

const hoursPerMonth = 730;
const canaryRunsPerHour = 12;
/** Lambda polls a queue with five long-polling connections of twenty seconds each. */
const pollsPerQueueAndMonth = 5 * 3 * 60 * hoursPerMonth;

const createCostLines = (templates: readonly unknown[]): CostLine[] => {
  const resources = templates.flatMap((body) => Object.entries(template.parse(body).Resources));
  const findResources = (type: string) =>
    resources.filter(([, { Type }]) => Type === type).map(([id, { Properties = {} }]) => ({ id, ...Properties }));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

  const firewalls = findResources('AWS::WAFv2::WebACL');
  const ruleCount = sum(firewalls.map(({ Rules = [] }) => Rules.length));
  const alarms = findResources('AWS::CloudWatch::Alarm');
  const metricCount = sum(alarms.map(({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1));
  const compositeAlarmCount = findResources('AWS::CloudWatch::CompositeAlarm').length;
  const dashboardCount = findResources('AWS::CloudWatch::Dashboard').length;
  // Counts the metrics that always have data; the other metrics cost only in the hours in which they have data.
  const customMetricCount = findResources('AWS::Logs::MetricFilter').filter(
    ({ LogGroupName, MetricTransformations: [first] = [] }) =>
      first?.DefaultValue !== undefined || LogGroupName?.Ref?.startsWith('Canary'),
  ).length;
  const keyCount = findResources('AWS::KMS::Key').length;
  const secretCount = findResources('AWS::SecretsManager::Secret').length;
  const apiFunctions = findResources('AWS::Lambda::Function').filter(
    ({ Environment }) => Environment?.Variables.ORIGIN_SECRET_ARN !== undefined,
  );
  // Each function that the canary keeps warm reads two secret versions an hour.
  const secretReadsPerMonth = apiFunctions.length * 2 * hoursPerMonth;
  const queueCount = findResources('AWS::Lambda::EventSourceMapping').filter(
    ({ ScalingConfig }) => ScalingConfig,
  ).length;

  const canary = findResources('AWS::Lambda::Function').filter(({ id }) => id.startsWith('Canary'));
  const probeCount = Object.keys(createProbes({ site: 'https://site', stage: '', fetch, timeoutMs: 0 })).length;
  const firewallUsage = firewalls.length > 0 ? {} : { 'Firewall: request': 0 };
  // The probe of the page requests two files (the page and its script), that of the configuration one, and each other
  // probe calls the API.
  const canaryRunDollars = toDollars(
    ...Array.from({ length: probeCount - 2 }, () => ({ ...apiRequestUsage, ...firewallUsage })),
    ...Array.from({ length: 3 }, () => ({ ...fileRequestUsage, ...firewallUsage })),
    ...[...apiFunctions, ...canary].map((lambda) => toRunUsage(functionProperties.parse(lambda))),
    ...regionIds.flatMap(() => recordKinds.map(() => toCallUsage({ operation: 'Query', units: 0.5 }))),
  );

  return [
    [
      'Firewall',
      `${ruleCount} rules`,
      firewalls.length * dollarsPerMonth.firewall + ruleCount * dollarsPerMonth.firewallRule,
    ],
    [
      'Alarms',
      `${alarms.length + compositeAlarmCount} of ${metricCount} metrics`,
      metricCount * dollarsPerMonth.alarmMetric + compositeAlarmCount * dollarsPerMonth.compositeAlarm,
    ],
    ["Dashboard (an account's first three are free)", `${dashboardCount}`, dashboardCount * dollarsPerMonth.dashboard],
    ['Custom metrics', `${customMetricCount}`, customMetricCount * dollarsPerMonth.customMetric],
    ['Customer-managed keys', `${keyCount}`, keyCount * dollarsPerMonth.key],
    [
      'Secrets, and functions reading them',
      `${secretCount}`,
      secretCount * dollarsPerMonth.secret + (secretReadsPerMonth * secretReadsPerMillion) / 1e6,
    ],
    ['Queues, polled by Lambda', `${queueCount}`, toDollars({ 'SQS: request': queueCount * pollsPerQueueAndMonth })],
    ['Canary, every five minutes', `${probeCount} probes`, canaryRunDollars * hoursPerMonth * canaryRunsPerHour],
  ];
};

/** Maximum idle cost of each deployed stage a month, in US dollars. */
const idleTargets = { dev: 5, qa: 10, prod: 25 } as const satisfies Partial<Record<StageName, number>>;

const sumDollars = (lines: readonly CostLine[]): number => lines.reduce((sum, [, , dollars]) => sum + dollars, 0);

const computeIdleCost = (title: string) => {
  const { edge, portal, edgeWatch } = readSynthesized(title);
  return createCostLines([edge, portal, edgeWatch].map((stackTemplate) => stackTemplate.toJSON()));
};

const formatCostTable = (stages: Readonly<Record<string, readonly CostLine[]>>): string[] => {
  const stageLines = Object.values(stages);
  const formatRow = (...cells: string[]) => `| ${cells.join(' | ')} |`;
  const lines = stageLines[0]?.map(([resource], index) =>
    formatRow(
      resource,
      ...stageLines.map((stage) => {
        const [, count, dollars] = stage[index] ?? ['', '', 0];
        return count.startsWith('0') ? '–' : `${dollars.toFixed(2)} (${count})`;
      }),
    ),
  );
  return [
    formatRow('a month, in US dollars', ...Object.keys(stages)),
    `|${'---|'.repeat(stageLines.length + 1)}`,
    ...(lines ?? []),
    formatRow('**total while idle**', ...stageLines.map((stage) => `**${sumDollars(stage).toFixed(2)}**`)),
  ];
};

test("the README states each stage's idle cost, within its target", () => {
  const stages = Object.fromEntries(Object.keys(idleTargets).map((stage) => [stage, computeIdleCost(stage)]));
  expect(readFileSync(resolveProjectPath('README.md'), 'utf8')).toContain(formatCostTable(stages).join('\n'));
  for (const [stage, maxDollars] of Object.entries(idleTargets)) {
    const dollars = sumDollars(stages[stage] ?? []);
    expect(dollars).toBeGreaterThan(0);
    expect(dollars).toBeLessThanOrEqual(maxDollars);
    // The budget alert is at least twice the idle cost.
    expect(testedStages[stage]?.monthlyBudget).toBeGreaterThanOrEqual(2 * dollars);
  }
});

test('counts each resource with a monthly price', () => {
  const lightStageLines = computeIdleCost('dev');
  const fullStageLines = computeIdleCost('prod with every option');
  const findLine = (lines: typeof lightStageLines, prefix: string) =>
    lines.find(([resource]) => resource.startsWith(prefix))?.slice(1);
  expect(findLine(fullStageLines, 'Firewall')).toEqual(['10 rules', 15]);
  expect(findLine(lightStageLines, 'Firewall')).toEqual(['0 rules', 0]);
  expect(findLine(fullStageLines, 'Customer-managed keys')).toEqual(['2', 2]);
  expect(findLine(lightStageLines, 'Alarms')).toEqual(['7 of 8 metrics', expect.closeTo(0.8)]);
  expect(findLine(fullStageLines, 'Queues')).toEqual(['6', expect.closeTo(6 * 657_000 * 0.4e-6)]);
});
