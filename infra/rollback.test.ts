import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { outputs } from './outputs.ts';
import { resolveProjectPath } from './project.ts';
import { findResourceProperties, readSynthesized } from './testing/synthesized.ts';
import { testedStages } from './testing/tested-stages.ts';

const scriptText = readFileSync(resolveProjectPath('.github', 'workflows', 'deploy-stage.sh'), 'utf8');
const monitoredMinutes = Number(/--monitoring-time-minutes (\d+)/.exec(scriptText)?.[1]);

type Alarm = { AlarmName: string; Period?: number; DatapointsToAlarm?: number; Metrics?: { Period?: number }[] };

const toMinutesUntilAlarm = ({ Period, DatapointsToAlarm = 1, Metrics = [] }: Alarm) => {
  const seconds =
    Period ??
    Math.max(...Metrics.flatMap((metric) => JSON.stringify(metric).match(/(?<="Period":)\d+/g) ?? []).map(Number));
  return (seconds * DatapointsToAlarm) / 60;
};

describe.each(Object.keys(testedStages))('a deployment of %s', (title) => {
  const { portal } = readSynthesized(title);
  const output = portal.toJSON()['Outputs'][outputs.rollbackAlarms]?.Value;
  const rollbackAlarms = (output['Fn::Join'][1] as { 'Fn::GetAtt': [string, string] }[]).map(
    ({ 'Fn::GetAtt': [id, attribute] }) => ({ id, attribute }),
  );
  const alarms = findResourceProperties(portal, 'AWS::CloudWatch::Alarm');

  test("rolls back on existing alarms, within CloudFormation's limit", () => {
    expect(output['Fn::Join'][0]).toBe(' ');
    // A release that renames a rollback alarm must be deployed twice by deploy-stage.sh, because the output of the
    // deployed stack still names the old alarm the first time.
    expect(
      rollbackAlarms.map(({ id, attribute }) => [
        alarms.find((alarm) => alarm.id === id)?.AlarmName.replace(/^retailer-support-portal-(try-)?[a-z]+-/, ''),
        attribute,
      ]),
    ).toEqual(['server-errors', 'refused', 'canary', 'changes-late', 'reports-late'].map((name) => [name, 'Arn']));
  });

  test('is monitored long enough for each rollback alarm to fire', () => {
    for (const { id } of rollbackAlarms) {
      const alarm = alarms.find((candidate) => candidate.id === id) as unknown as Alarm;
      expect(toMinutesUntilAlarm(alarm)).toBeGreaterThan(0);
      expect(toMinutesUntilAlarm(alarm)).toBeLessThanOrEqual(monitoredMinutes);
    }
  });
});

test('uses options that the installed CDK CLI supports', () => {
  const cliSource = readFileSync(resolveProjectPath('node_modules', 'aws-cdk', 'lib', 'index.js'), 'utf8');
  for (const option of ['rollback-trigger-alarm-arns', 'monitoring-time-minutes', 'exclusively', 'strict'])
    expect(scriptText.includes(`--${option}`) && cliSource.includes(`option("${option}"`)).toBe(true);
});
