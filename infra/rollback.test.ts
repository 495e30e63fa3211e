import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { outputs } from './outputs.ts';
import { inProject } from './project.ts';
import { propertiesOf, synthesized } from './testing/synthesized.ts';
import { testedStages } from './testing/tested-stages.ts';

const script = inProject('.github', 'workflows', 'deploy-stage.sh');
const scriptText = readFileSync(script, 'utf8');

const monitoredMinutes = Number(/--monitoring-time-minutes (\d+)/.exec(scriptText)?.[1]);

type Alarm = { AlarmName: string; Period?: number; DatapointsToAlarm?: number; Metrics?: { Period?: number }[] };

const minutesToRing = ({ Period, DatapointsToAlarm = 1, Metrics = [] }: Alarm) => {
  const seconds =
    Period ??
    Math.max(...Metrics.flatMap((metric) => JSON.stringify(metric).match(/(?<="Period":)\d+/g) ?? []).map(Number));
  return (seconds * DatapointsToAlarm) / 60;
};

describe.each(Object.keys(testedStages))('a deployment of %s', (title) => {
  const { portal } = synthesized(title);
  const value = portal.toJSON()['Outputs'][outputs.rollbackAlarms]?.Value;
  const watched = (value['Fn::Join'][1] as { 'Fn::GetAtt': [string, string] }[]).map(
    ({ 'Fn::GetAtt': [id, attribute] }) => ({ id, attribute }),
  );
  const alarms = propertiesOf(portal, 'AWS::CloudWatch::Alarm');

  test('is taken back for alarms that there are, as many as CloudFormation takes', () => {
    expect(value['Fn::Join'][0]).toBe(' ');
    expect(
      watched.map(({ id, attribute }) => [
        alarms.find((alarm) => alarm.id === id)?.AlarmName.replace(/^retailer-support-portal-(try-)?[a-z]+-/, ''),
        attribute,
      ]),
    ).toEqual(['server-errors', 'refused', 'canary', 'changes-late', 'reports-late'].map((name) => [name, 'Arn']));
  });

  test('is watched for as long as each of them takes to ring', () => {
    for (const { id } of watched) {
      const alarm = alarms.find((each) => each.id === id) as unknown as Alarm;
      expect(minutesToRing(alarm)).toBeGreaterThan(0);
      expect(minutesToRing(alarm)).toBeLessThanOrEqual(monitoredMinutes);
    }
  });
});

test('the CDK command line that is installed can do it', () => {
  const commandLine = readFileSync(inProject('node_modules', 'aws-cdk', 'lib', 'index.js'), 'utf8');
  for (const option of ['rollback-trigger-alarm-arns', 'monitoring-time-minutes', 'exclusively', 'strict'])
    expect(scriptText.includes(`--${option}`) && commandLine.includes(`option("${option}"`)).toBe(true);
  // What failed at its first deployment it deletes and creates anew, which our script allows, and it protects what then stands.
  expect(commandLine).toContain('had previously failed creation. Deleting it before attempting to re-create it.');
  expect(commandLine).toMatch(/terminationProtection \? \{ EnableTerminationProtection: true \}/);
});

describe('the release', () => {
  const alarm = 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:retailer-support-portal-dev-canary';
  const policySet =
    'aws cloudformation set-stack-policy --stack-name retailer-support-portal-dev --region eu-central-1 --stack-policy-body file://infra/stack-policy.json';
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    const command = (name: string, lines: string) =>
      writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${lines}\n`, { mode: 0o755 });
    command('npm', 'echo "npm $*"; touch "$0.deployed"');
    command(
      'aws',
      `case "$*" in
        *StackStatus*) [[ "$*" == *"portal-dev "* ]] && echo "$STATUS" ;;
        *EnableTerminationProtection*) echo "$PROTECTED" ;;
        *describe-stacks*) [ -n "$ALARMS" ] && echo "$ALARMS" || { echo "$FAULT" >&2; exit 254; } ;;
        *describe-alarms*us-east-1*) echo "$RANG"; [ -e "\${0%aws}npm.deployed" ] && echo "$RINGING" ;;
        *update-*|*set-*) echo "aws $*" ;;
      esac; exit 0`,
    );
  });
  beforeEach(() => rmSync(join(folder, 'npm.deployed'), { force: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const deploy = (env: Readonly<Record<string, string>>) => {
    const path = [folder, process.env['PATH']].join(delimiter);
    const nothing = { ALARMS: '', FAULT: '', RANG: '', RINGING: '', STATUS: '', PROTECTED: 'False' };
    const { status, stdout, stderr } = spawnSync('bash', [script], {
      env: { PATH: path, STAGE: 'dev', AWS_REGION: 'eu-central-1', SYNTHESIZED: 'yes', ...nothing, ...env },
      encoding: 'utf8',
    });
    const same = ' --exclusively --app cdk.out/dev --build true --require-approval never --strict';
    const lines = stdout.trim().split('\n');
    return {
      status,
      stderr,
      deployed: lines.map((line) =>
        line.replace('npm run --silent cdk -- deploy retailer-support-portal-', '').replace(same, ''),
      ),
    };
  };

  test('hands the portal’s stack, and no other, the alarms of the version that is there, and protects what stands', () =>
    expect(
      deploy({ ALARMS: `${alarm} ${alarm}-2`, STATUS: 'UPDATE_ROLLBACK_COMPLETE', PROTECTED: 'True' }),
    ).toMatchObject({
      status: 0,
      deployed: [
        'dev-edge',
        `dev --rollback-trigger-alarm-arns ${alarm} --rollback-trigger-alarm-arns ${alarm}-2 --monitoring-time-minutes 15`,
        'dev-edge-watch',
        policySet,
      ],
    }));

  test.each([
    ['where nothing is deployed yet', { FAULT: 'Stack with id retailer-support-portal-dev does not exist' }],
    ['where the version that is there has none, whatever rang before', { ALARMS: 'None', RANG: 'dev-rma-pending' }],
  ])('watches none %s', (_, env) =>
    expect(deploy(env)).toMatchObject({ status: 0, deployed: ['dev-edge', 'dev', 'dev-edge-watch'] }),
  );

  test('deploys nothing when it cannot find out', () => {
    const { status, stderr, deployed } = deploy({ FAULT: 'AccessDenied' });
    expect([status, stderr.trim(), deployed]).toEqual([1, 'AccessDenied', ['']]);
  });

  test('deploys a repair while alarms ring, when it is told to, and what it has synthesized itself', () =>
    expect(deploy({ ALARMS: alarm, RANG: 'site-errors', ROLLBACK: 'off', SYNTHESIZED: '' })).toMatchObject({
      status: 0,
      deployed: [
        'npm run --silent cdk -- synth --quiet -c stage=dev -o cdk.out/dev',
        'dev-edge',
        'dev --rollback-trigger-alarm-arns none',
        'dev-edge-watch',
      ],
    }));

  test('goes no further when an alarm begins to ring meanwhile', () => {
    const { status, deployed } = deploy({ ALARMS: 'None', RANG: 'dev-rma-pending', RINGING: 'dev-site-errors' });
    expect([status, deployed.at(-1)]).toEqual([1, '::error::dev-site-errors rings since this deployment']);
  });

  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'lets go of a stack that could not be created (%s), and locks one that is protected',
    (STATUS) =>
      expect(deploy({ ALARMS: 'None', STATUS, PROTECTED: 'True' })).toMatchObject({
        status: 0,
        deployed: [
          'dev-edge',
          'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name retailer-support-portal-dev --region eu-central-1',
          'dev',
          'dev-edge-watch',
          policySet,
        ],
      }),
  );
});
