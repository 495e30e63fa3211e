import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inProject } from './project.ts';

const workflows = inProject('.github', 'workflows');
const files = [
  ...readdirSync(workflows)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => join(workflows, name)),
  inProject('.github', 'actions', 'install', 'action.yml'),
];
const textOf = (name: string) => readFileSync(join(workflows, name), 'utf8');

const jobsOf = (text: string) =>
  text
    .slice(text.indexOf('\njobs:\n'))
    .split(/\n(?= {2}[a-z]+:\n)/)
    .slice(1);

test('every action is pinned by its commit, with its version beside it, everywhere the same', () => {
  const used = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/uses: (\S+)(.*)/g)]);
  const foreign = used.filter(([, action = '']) => !action.startsWith('./'));
  expect(foreign.length).toBeGreaterThan(10);
  for (const [line] of foreign) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const names = foreign.map(([, action = '']) => action.split('@')[0]);
  expect(new Set(foreign.map(([line]) => line)).size).toBe(new Set(names).size);
});

test('every job has a time limit', () => {
  const jobs = files.flatMap((file) => jobsOf(readFileSync(file, 'utf8')));
  expect(jobs.length).toBeGreaterThan(8);
  for (const job of jobs) expect(job).toMatch(/ {4}(timeout-minutes: \d+|uses: \.\/)/);
});

test('runs of main share no group, a repair is of one stage, and prod comes after the journeys', () => {
  const text = textOf('release.yml');
  expect(text).toContain("group: release-${{ github.event_name == 'pull_request' && github.ref || github.run_id }}");
  for (const stage of ['dev', 'qa', 'prod'])
    expect(text).toContain(
      `with: { stage: ${stage}, rollback: "\${{ inputs.repair == '${stage}' && 'off' || 'on' }}" }`,
    );
  expect(jobsOf(text).find((job) => job.startsWith('  qa:'))).toContain('needs: [contract, journeys]');
  expect(jobsOf(text).find((job) => job.startsWith('  prod:'))).toContain('needs: qa');
});

test('the nightly stage is destroyed whatever came of it', () => {
  const steps = textOf('nightly.yml').split('\n      - ').slice(1);
  const own = steps.filter((step) => step.includes('try-stage.sh'));
  expect(own.map((step) => /try-stage\.sh (\w+)/.exec(step)?.[1])).toEqual(['up', 'try', 'down']);
  for (const step of steps.slice(-2)) expect(step).toContain('if: always()');
});

const folder = mkdtempSync(join(tmpdir(), 'pipeline-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runScript = (
  name: string,
  commands: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
  ...args: string[]
) => {
  for (const [command, lines] of Object.entries(commands))
    writeFileSync(join(folder, command), `#!/usr/bin/env bash\n${lines}\n`, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync('bash', [join(workflows, name), ...args], {
    env: { PATH: [folder, process.env['PATH']].join(delimiter), AWS_REGION: 'eu-central-1', ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};

describe('a stage that comes and goes', () => {
  const run = (env: Readonly<Record<string, string>>) => {
    const aws = `case "$*" in
        *describe-stacks*) echo None ;;
        *get-resources*us-east-1*) echo arn:aws:kms:us-east-1:1:key/k ;;
        *get-cost*) echo "2026-11-24 0.42" ;;
        *describe-log-groups*us-east-1*) echo "$LEFT" ;;
      esac`;
    const npm = 'echo "npm $*"; [[ -z "$FAILING" || "$*" != *"$FAILING"* ]]';
    const { status, said } = runScript(
      'try-stage.sh',
      { aws, npm },
      { STAGE: 'try-nightly', FAILING: '', LEFT: '', ...env },
    );
    const lines = said.split('\n').flatMap((line) => /^npm (?:run --silent cdk -- |run )(.*)/.exec(line)?.[1] ?? []);
    return {
      status,
      said,
      did: lines.map((line) => line.split(' ')[0] + (line.includes('-edge-watch') ? ' last' : '')),
    };
  };
  const whole = ['synth', 'deploy', 'deploy', 'deploy last', 'contract', 'wire', 'destroy'];

  test('is deployed, tried, destroyed, and shows what is left and what it cost', () => {
    const { status, said, did } = run({});
    expect([status, did]).toEqual([0, whole]);
    for (const shown of ['key/k', '2026-11-24 0.42', 'Nothing is left over.']) expect(said).toContain(shown);
  });

  test.each([
    ['a suite fails: the others run', { FAILING: 'run wire' }, whole],
    ['it cannot be deployed', { FAILING: 'deploy retailer' }, ['synth', 'deploy', 'destroy']],
    ['something is left over', { LEFT: '/aws/lambda/retailer-support-portal-try-nightly-x' }, whole],
  ])('is destroyed and ends with 1 where %s', (_, env, expected) => {
    const { status, did } = run(env);
    expect([status, did]).toEqual([1, expected]);
  });

  test('is none that keeps data', () => expect(run({ STAGE: 'prod' })).toMatchObject({ status: 1, did: [] }));
});

describe('an older run', () => {
  const gh = `case "$*" in
      *statuses*) [[ "$*" == *deployments/2/* ]] && echo success || echo in_progress ;;
      *deployments*) [ -z "$DEPLOYED" ] || printf '3 mine\\n2 theirs\\n' ;;
      *compare/theirs...mine*) echo "$RELATION" ;;
    esac`;
  test.each([
    ['nothing is deployed', '', '', 0],
    ['it is newer', 'yes', 'ahead', 0],
    ['it is the same', 'yes', 'identical', 0],
    ['a newer one is deployed', 'yes', 'behind', 1],
  ])('where %s', (_, DEPLOYED, RELATION, expected) => {
    const env = { STAGE: 'prod', GITHUB_REPOSITORY: 'o/r', GITHUB_SHA: 'mine', DEPLOYED, RELATION };
    expect(runScript('refuse-older.sh', { gh }, env).status).toBe(expected);
  });
});

describe('the release', () => {
  const alarm = 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:retailer-support-portal-dev-canary';
  const policySet =
    'aws cloudformation set-stack-policy --stack-name retailer-support-portal-dev --region eu-central-1 --stack-policy-body file://infra/stack-policy.json';
  const npm = 'echo "npm $*"; touch "$0.deployed"';
  const aws = `case "$*" in
      *StackStatus*) [[ "$*" == *"portal-dev "* ]] && echo "$STATUS" ;;
      *EnableTerminationProtection*) echo "$PROTECTED" ;;
      *describe-stacks*) [ -n "$ALARMS" ] && echo "$ALARMS" || { echo "$FAULT" >&2; exit 254; } ;;
      *describe-alarms*us-east-1*) echo "$RANG"; [ -e "\${0%aws}npm.deployed" ] && echo "$RINGING" ;;
      *update-*|*set-*) echo "aws $*" ;;
    esac; exit 0`;
  beforeEach(() => rmSync(join(folder, 'npm.deployed'), { force: true }));

  const deploy = (env: Readonly<Record<string, string>>) => {
    const nothing = { ALARMS: '', FAULT: '', RANG: '', RINGING: '', STATUS: '', PROTECTED: 'False' };
    const { status, said } = runScript(
      'deploy-stage.sh',
      { npm, aws },
      { STAGE: 'dev', SYNTHESIZED: 'yes', ...nothing, ...env },
    );
    const same = ' --exclusively --app cdk.out/dev --build true --require-approval never --strict';
    const lines = said.trim().split('\n');
    return {
      status,
      did: lines.map((line) =>
        line.replace('npm run --silent cdk -- deploy retailer-support-portal-', '').replace(same, ''),
      ),
    };
  };

  test('hands the portal’s stack, and no other, the alarms of the version that is there, and protects what stands', () =>
    expect(
      deploy({ ALARMS: `${alarm} ${alarm}-2`, STATUS: 'UPDATE_ROLLBACK_COMPLETE', PROTECTED: 'True' }),
    ).toMatchObject({
      status: 0,
      did: [
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
    expect(deploy(env)).toMatchObject({ status: 0, did: ['dev-edge', 'dev', 'dev-edge-watch'] }),
  );

  test('deploys nothing when it cannot find out', () =>
    expect(deploy({ FAULT: 'AccessDenied' })).toEqual({ status: 1, did: ['AccessDenied'] }));

  test('deploys a repair while alarms ring, when it is told to, and what it has synthesized itself', () =>
    expect(deploy({ ALARMS: alarm, RANG: 'site-errors', ROLLBACK: 'off', SYNTHESIZED: '' })).toMatchObject({
      status: 0,
      did: [
        'npm run --silent cdk -- synth --quiet -c stage=dev -o cdk.out/dev',
        'dev-edge',
        'dev --rollback-trigger-alarm-arns none',
        'dev-edge-watch',
      ],
    }));

  test('goes no further when an alarm begins to ring meanwhile', () => {
    const { status, did } = deploy({ ALARMS: 'None', RANG: 'dev-rma-pending', RINGING: 'dev-site-errors' });
    expect([status, did.at(-1)]).toEqual([1, '::error::dev-site-errors rings since this deployment']);
  });

  // ROLLBACK_COMPLETE is tried with the installed CDK (first-deployment.test.ts).
  test('lets go of a stack that could not be created, and locks one that is protected', () =>
    expect(deploy({ ALARMS: 'None', STATUS: 'ROLLBACK_FAILED', PROTECTED: 'True' })).toMatchObject({
      status: 0,
      did: [
        'dev-edge',
        'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name retailer-support-portal-dev --region eu-central-1',
        'dev',
        'dev-edge-watch',
        policySet,
      ],
    }));
});
