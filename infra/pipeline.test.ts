import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { projectPath } from './project.ts';

const workflows = projectPath('.github', 'workflows');
const files = [
  ...readdirSync(workflows)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => join(workflows, name)),
  projectPath('.github', 'actions', 'install', 'action.yml'),
];
const readWorkflow = (name: string) => readFileSync(join(workflows, name), 'utf8');

const splitJobs = (text: string) =>
  text
    .slice(text.indexOf('\njobs:\n'))
    .split(/\n(?= {2}[a-z]+:\n)/)
    .slice(1);

test('pins every action by commit, with the same version everywhere', () => {
  const uses = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/uses: (\S+)(.*)/g)]);
  const externalUses = uses.filter(([, action = '']) => !action.startsWith('./'));
  expect(externalUses.length).toBeGreaterThan(10);
  for (const [line] of externalUses) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const names = externalUses.map(([, action = '']) => action.split('@')[0]);
  expect(new Set(externalUses.map(([line]) => line)).size).toBe(new Set(names).size);
});

test('limits the time of every job', () => {
  const jobs = files.flatMap((file) => splitJobs(readFileSync(file, 'utf8')));
  expect(jobs.length).toBeGreaterThan(8);
  for (const job of jobs) expect(job).toMatch(/ {4}(timeout-minutes: \d+|uses: \.\/)/);
});

test('releases main without a shared group, and prod after the journeys', () => {
  const text = readWorkflow('release.yml');
  expect(text).toContain("group: release-${{ github.event_name == 'pull_request' && github.ref || github.run_id }}");
  for (const stage of ['dev', 'qa', 'prod'])
    expect(text).toContain(
      `with: { stage: ${stage}, rollback: "\${{ inputs.repair == '${stage}' && 'off' || 'on' }}" }`,
    );
  expect(splitJobs(text).find((job) => job.startsWith('  qa:'))).toContain('needs: [contract, journeys]');
  expect(splitJobs(text).find((job) => job.startsWith('  prod:'))).toContain('needs: qa');
});

test('destroys the nightly stage in any case', () => {
  const steps = readWorkflow('nightly.yml').split('\n      - ').slice(1);
  const stageSteps = steps.filter((step) => step.includes('try-stage.sh'));
  expect(stageSteps.map((step) => /try-stage\.sh (\w+)/.exec(step)?.[1])).toEqual(['up', 'try', 'down']);
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
  return { status, output: stdout + stderr };
};

describe('a temporary stage', () => {
  const run = (env: Readonly<Record<string, string>>) => {
    const aws = `case "$*" in
        *describe-stacks*) echo None ;;
        *get-resources*us-east-1*) echo arn:aws:kms:us-east-1:1:key/k ;;
        *get-cost*) echo "2026-11-24 0.42" ;;
        *describe-log-groups*us-east-1*) echo "$LEFT" ;;
      esac`;
    const npm = 'echo "npm $*"; [[ -z "$FAILING" || "$*" != *"$FAILING"* ]]';
    const { status, output } = runScript(
      'try-stage.sh',
      { aws, npm },
      { STAGE: 'try-nightly', FAILING: '', LEFT: '', ...env },
    );
    const lines = output.split('\n').flatMap((line) => /^npm (?:run --silent cdk -- |run )(.*)/.exec(line)?.[1] ?? []);
    return {
      status,
      output,
      executed: lines.map((line) => line.split(' ')[0] + (line.includes('-edge-watch') ? ' last' : '')),
    };
  };
  const fullRun = ['synth', 'deploy', 'deploy', 'deploy last', 'contract', 'wire', 'destroy'];

  test('is deployed, tested and destroyed, and reports leftovers and cost', () => {
    const { status, output, executed } = run({});
    expect([status, executed]).toEqual([0, fullRun]);
    for (const text of ['key/k', '2026-11-24 0.42', 'Nothing is left over.']) expect(output).toContain(text);
  });

  test.each([
    ['a suite fails: the others run', { FAILING: 'run wire' }, fullRun],
    ['it cannot be deployed', { FAILING: 'deploy retailer' }, ['synth', 'deploy', 'destroy']],
    ['something is left over', { LEFT: '/aws/lambda/retailer-support-portal-try-nightly-x' }, fullRun],
  ])('is destroyed and exits with 1 if %s', (_, env, expected) => {
    const { status, executed } = run(env);
    expect([status, executed]).toEqual([1, expected]);
  });

  test('cannot be one that keeps data', () =>
    expect(run({ STAGE: 'prod' })).toMatchObject({ status: 1, executed: [] }));
});

describe('refuse-older.sh', () => {
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
  ])('returns the expected status if %s', (_, DEPLOYED, RELATION, expected) => {
    const env = { STAGE: 'prod', GITHUB_REPOSITORY: 'o/r', GITHUB_SHA: 'mine', DEPLOYED, RELATION };
    expect(runScript('refuse-older.sh', { gh }, env).status).toBe(expected);
  });
});

describe('deploy-stage.sh', () => {
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
    const defaults = { ALARMS: '', FAULT: '', RANG: '', RINGING: '', STATUS: '', PROTECTED: 'False' };
    const { status, output } = runScript(
      'deploy-stage.sh',
      { npm, aws },
      { STAGE: 'dev', SYNTHESIZED: 'yes', ...defaults, ...env },
    );
    const commonOptions = ' --exclusively --app cdk.out/dev --build true --require-approval never --strict';
    const lines = output.trim().split('\n');
    return {
      status,
      executed: lines.map((line) =>
        line.replace('npm run --silent cdk -- deploy retailer-support-portal-', '').replace(commonOptions, ''),
      ),
    };
  };

  test("passes the deployed version's alarms to the portal stack only", () =>
    expect(
      deploy({ ALARMS: `${alarm} ${alarm}-2`, STATUS: 'UPDATE_ROLLBACK_COMPLETE', PROTECTED: 'True' }),
    ).toMatchObject({
      status: 0,
      executed: [
        'dev-edge',
        `dev --rollback-trigger-alarm-arns ${alarm} --rollback-trigger-alarm-arns ${alarm}-2 --monitoring-time-minutes 15`,
        'dev-edge-watch',
        policySet,
      ],
    }));

  test.each([
    ['if nothing is deployed yet', { FAULT: 'Stack with id retailer-support-portal-dev does not exist' }],
    ['if the deployed version has none, despite active alarms', { ALARMS: 'None', RANG: 'dev-rma-pending' }],
  ])('watches no alarms %s', (_, env) =>
    expect(deploy(env)).toMatchObject({ status: 0, executed: ['dev-edge', 'dev', 'dev-edge-watch'] }),
  );

  test('deploys nothing if the alarms cannot be read', () =>
    expect(deploy({ FAULT: 'AccessDenied' })).toEqual({ status: 1, executed: ['AccessDenied'] }));

  test('deploys a repair despite active alarms, and synthesizes if needed', () =>
    expect(deploy({ ALARMS: alarm, RANG: 'site-errors', ROLLBACK: 'off', SYNTHESIZED: '' })).toMatchObject({
      status: 0,
      executed: [
        'npm run --silent cdk -- synth --quiet -c stage=dev -o cdk.out/dev',
        'dev-edge',
        'dev --rollback-trigger-alarm-arns none',
        'dev-edge-watch',
      ],
    }));

  test('stops if an alarm starts during the deployment', () => {
    const { status, executed } = deploy({ ALARMS: 'None', RANG: 'dev-rma-pending', RINGING: 'dev-site-errors' });
    expect([status, executed.at(-1)]).toEqual([1, '::error::dev-site-errors rings since this deployment']);
  });

  // first-deployment.test.ts covers ROLLBACK_COMPLETE with the installed CDK.
  test('removes the protection of a stack that could not be created', () =>
    expect(deploy({ ALARMS: 'None', STATUS: 'ROLLBACK_FAILED', PROTECTED: 'True' })).toMatchObject({
      status: 0,
      executed: [
        'dev-edge',
        'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name retailer-support-portal-dev --region eu-central-1',
        'dev',
        'dev-edge-watch',
        policySet,
      ],
    }));
});
