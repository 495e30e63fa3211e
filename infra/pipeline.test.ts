import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { resolveProjectPath } from './project.ts';

const workflows = resolveProjectPath('.github', 'workflows');
const files = [
  ...readdirSync(workflows)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => join(workflows, name)),
  resolveProjectPath('.github', 'actions', 'install', 'action.yml'),
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

test('gives each release of main its own concurrency group, and deploys prod only after qa and the journeys', () => {
  const text = readWorkflow('release.yml');
  expect(text).toContain("group: release-${{ github.event_name == 'pull_request' && github.ref || github.run_id }}");
  for (const stage of ['dev', 'qa', 'prod'])
    expect(text).toContain(
      `with: { stage: ${stage}, rollback: "\${{ inputs.repair == '${stage}' && 'off' || 'on' }}" }`,
    );
  expect(splitJobs(text).find((job) => job.startsWith('  qa:'))).toContain('needs: [contract, journeys]');
  expect(splitJobs(text).find((job) => job.startsWith('  prod:'))).toContain('needs: qa');
});

test('gives no job of a pull request access to AWS', () => {
  for (const job of splitJobs(readWorkflow('release.yml')).filter((each) => each.includes('id-token: write')))
    // Such a job runs on main only, either by its own condition or because it needs one that does.
    expect(job).toMatch(/github\.ref == 'refs\/heads\/main'|needs: (dev|qa|\[contract, journeys\])\n/);
  for (const name of ['audit.yml', 'publish.yml']) expect(readWorkflow(name)).not.toContain('id-token');
});

test('audits packages on a schedule and for pull requests, but not during a release', () => {
  expect(readWorkflow('audit.yml')).toMatch(/schedule: \[.*\n {2}pull_request:[^]*npm audit --omit=dev/);
  expect(readWorkflow('release.yml')).not.toContain('npm audit');
});

test('publishes each tag with its release notes and an SBOM of the deployed packages', () => {
  const text = readWorkflow('publish.yml');
  expect(text).toContain("on:\n  push: { tags: ['v*'] }");
  expect(text).toContain('release-notes.sh "$GITHUB_REF_NAME" > notes.md');
  expect(text).toContain('npm sbom --omit=dev --sbom-format=cyclonedx > sbom.cdx.json');
  expect(text).toMatch(/gh release create .* --notes-file notes\.md sbom\.cdx\.json/);
});

test('proposes updates of packages and actions a week after their publication', () => {
  const [, ...updates] = readFileSync(resolveProjectPath('.github', 'dependabot.yml'), 'utf8').split(
    '- package-ecosystem: ',
  );
  expect(updates.map((update) => update.split('\n')[0])).toEqual(['npm', 'github-actions']);
  for (const update of updates) expect(update).toContain('cooldown: { default-days: 7 }');
  expect(updates[1]).toContain('directories: [/, /.github/actions/install]');
});

test('runs the restore drill before each deployment', () => {
  const jobs = splitJobs(readWorkflow('release.yml'));
  expect(jobs.find((job) => job.startsWith('  test:'))).toContain('- run: npm run restore-drill');
  expect(jobs.find((job) => job.startsWith('  dev:'))).toContain('needs: [test, synth]');
});

test('deploys the previous release at night, updates it, rolls back and always destroys it', () => {
  const steps = readWorkflow('nightly.yml').split('\n      - ').slice(1);
  const stageSteps = steps.filter((step) => step.includes('try-stage.sh'));
  expect(stageSteps.map((step) => /try-stage\.sh (\w+)/.exec(step)?.[1])).toEqual([
    'previous',
    'up',
    'try',
    'back',
    'down',
  ]);
  expect(stageSteps[1]).toContain('TRIAL=update');
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
    cwd: folder,
    env: { PATH: [folder, process.env['PATH']].join(delimiter), AWS_REGION: 'eu-central-1', ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

describe('try-stage.sh', () => {
  const run = (env: Readonly<Record<string, string>>) => {
    const aws = `case "$*" in
        *describe-stacks*) echo None ;;
        *get-resources*us-east-1*) echo arn:aws:kms:us-east-1:1:key/k ;;
        *get-cost*) echo "2026-11-24 0.42" ;;
        *describe-log-groups*us-east-1*) echo "$LEFTOVERS" ;;
      esac`;
    const npm = 'echo "npm $*"; [[ -z "$FAILING" || "$*" != *"$FAILING"* ]]';
    const { status, output } = runScript(
      'try-stage.sh',
      { aws, npm },
      { STAGE: 'try-nightly', FAILING: '', LEFTOVERS: '', ...env },
    );
    const lines = output.split('\n').flatMap((line) => /^npm (?:run --silent cdk -- |run )(.*)/.exec(line)?.[1] ?? []);
    return {
      status,
      output,
      executedCommands: lines.map((line) => line.split(' ')[0] + (line.includes('-edge-watch') ? ' last' : '')),
    };
  };
  const fullRun = ['synth', 'deploy', 'deploy', 'deploy last', 'contract', 'wire', 'destroy'];

  test('deploys, tests and destroys the stage, and reports leftovers and cost', () => {
    const { status, output, executedCommands } = run({});
    expect([status, executedCommands]).toEqual([0, fullRun]);
    for (const text of ['key/k', '2026-11-24 0.42', 'Nothing is left over.']) expect(output).toContain(text);
  });

  test.each([
    ['a suite fails, after the others have run', { FAILING: 'run wire' }, fullRun],
    ['the stage cannot be deployed', { FAILING: 'deploy retailer' }, ['synth', 'deploy', 'destroy']],
    ['something is left over', { LEFTOVERS: '/aws/lambda/retailer-support-portal-try-nightly-x' }, fullRun],
  ])('destroys the stage and exits with 1 if %s', (_, env, expected) => {
    const { status, executedCommands } = run(env);
    expect([status, executedCommands]).toEqual([1, expected]);
  });

  test.each(['previous', 'back'])("deploys and tests another version by its own script with '%s'", (subcommand) => {
    const otherWorkflows = join(folder, 'other', '.github', 'workflows');
    mkdirSync(otherWorkflows, { recursive: true });
    writeFileSync(join(otherWorkflows, 'try-stage.sh'), '#!/usr/bin/env bash\necho "other $*"\n', { mode: 0o755 });
    const { status, output } = runScript(
      'try-stage.sh',
      { npm: 'echo "npm $* in ${PWD##*/}"' },
      { STAGE: 'try-nightly' },
      subcommand,
      join(folder, 'other'),
    );
    expect([status, output.trim().split('\n')]).toEqual([
      0,
      ['other up', 'npm run wire -- --stage try-nightly in other'],
    ]);
  });

  test('rejects a stage that keeps data', () =>
    expect(run({ STAGE: 'prod' })).toMatchObject({ status: 1, executedCommands: [] }));
});

describe('refuse-older.sh', () => {
  const gh = `case "$*" in
      *"$BROKEN"*) exit 1 ;;
      *statuses*) [[ "$*" == *deployments/2/* ]] && echo success || echo in_progress ;;
      *deployments*) [ -z "$DEPLOYED" ] || printf '3 mine\\n2 theirs\\n' ;;
      *compare/theirs...mine*) echo "$RELATION" ;;
    esac`;
  test.each([
    [0, 'nothing is deployed', '', ''],
    [0, 'the commit is newer than the deployed one', 'yes', 'ahead'],
    [0, 'the commit is the deployed one', 'yes', 'identical'],
    [1, 'a newer commit is deployed', 'yes', 'behind'],
    [1, 'the comparison has no result', 'yes', ''],
    [1, 'the deployments cannot be read', 'yes', 'ahead', 'per_page'],
    [1, 'a status cannot be read', 'yes', 'ahead', 'statuses'],
    [1, 'the commits cannot be compared', 'yes', 'ahead', 'compare'],
  ])('exits with %i if %s', (expectedStatus, _, DEPLOYED, RELATION, BROKEN = 'nothing') => {
    const env = { STAGE: 'prod', GITHUB_REPOSITORY: 'o/r', GITHUB_SHA: 'mine', DEPLOYED, RELATION, BROKEN };
    expect(runScript('refuse-older.sh', { gh }, env).status).toBe(expectedStatus);
  });
});

describe('find-previous.sh', () => {
  type Deployment = { readonly sha: string; readonly states: string; readonly workflow?: string };
  const find = (deployments: readonly Deployment[], env: Readonly<Record<string, string>> = {}) => {
    const cases = deployments.flatMap(({ states, workflow = 'release' }, index) => [
      // GitHub sets the state `inactive` itself, without the URL of a run.
      `*deployments/${index}/statuses*) for state in ${states}; do [ $state = inactive ] && echo "inactive " || echo "$state https://github.com/o/r/actions/runs/7${index}/job/1"; done ;;`,
      `*actions/runs/7${index}*) echo .github/workflows/${workflow}.yml@refs/heads/main ;;`,
    ]);
    const list = deployments.map(({ sha }, index) => `${index} ${sha}\\n`).join('');
    // In these tests, a commit's SHA is a letter, and a later commit has a later letter.
    const compare = `*compare/*) both=\${2##*/}; [[ "\${both%...*}" > "\${both#*...}" ]] && echo behind || echo ahead ;;`;
    const gh = `case "$*" in ${cases.join('\n')} *deployments*) printf '${list}' ;; ${compare} esac`;
    const { status, output } = runScript(
      'find-previous.sh',
      { gh },
      { STAGE: 'prod', GITHUB_REPOSITORY: 'o/r', ...env },
    );
    return [status, output.trim()];
  };
  const replacedRelease = { sha: 'b', states: 'inactive success in_progress' };

  test('finds the release before the deployed one', () => {
    expect(find([{ sha: 'c', states: 'success in_progress' }, replacedRelease])).toEqual([0, 'run=71']);
  });

  test('finds the last successful release if the newest deployment failed', () => {
    expect(
      find([
        { sha: 'c', states: 'failure in_progress' },
        { sha: 'b', states: 'success' },
      ]),
    ).toEqual([0, 'run=71']);
  });

  test('skips deployments that wait, have failed or are not an older release', () => {
    const skippedDeployments = [
      { sha: 'd', states: 'waiting' },
      { sha: 'c', states: 'success' },
      { sha: 'c', states: 'inactive success' },
      { sha: 'b', states: 'failure' },
      { sha: 'b', states: 'inactive success', workflow: 'back' },
    ];
    expect(find([...skippedDeployments, { sha: 'a', states: 'inactive success' }])).toEqual([0, 'run=75']);
  });

  test('fails after a rollback, or without an older release', () => {
    expect(find([{ sha: 'd', states: 'success', workflow: 'back' }, replacedRelease])).toEqual([
      1,
      expect.stringContaining('has gone back already'),
    ]);
    expect(find([{ sha: 'c', states: 'success' }])).toEqual([1, expect.stringContaining('No earlier release')]);
  });

  test('accepts a given run only if it is a release that was deployed to the stage', () => {
    const deployments = [
      { sha: 'd', states: 'success' },
      { sha: 'c', states: 'inactive success' },
      { sha: 'b', states: 'failure' },
      { sha: 'a', states: 'inactive success', workflow: 'back' },
    ];
    expect(find(deployments, { RUN: '71' })).toEqual([0, 'run=71']);
    for (const RUN of ['72', '73', '42', '7'])
      expect(find(deployments, { RUN })).toEqual([1, expect.stringContaining(`Run ${RUN} is no release`)]);
  });
});

test('rolls back with the assembly of an earlier run, in the usual deployment steps', () => {
  const [findJob, deployJob] = splitJobs(readWorkflow('back.yml'));
  expect(findJob).toContain('find-previous.sh');
  expect(deployJob).toContain('uses: ./.github/workflows/deploy.yml');
  expect(deployJob).toContain("run: '${{ needs.find.outputs.run }}'");
  const [, ...steps] = readWorkflow('deploy.yml').split('\n      - ');
  const conditions = steps.flatMap((step) => /^if: (.*)/.exec(step)?.[1] ?? []);
  expect(conditions).toEqual(["github.run_attempt == 1 && inputs.run == ''", "inputs.run == ''", "inputs.run != ''"]);
  // A called workflow gets no permission that its caller does not have.
  const [permissions] = /permissions: \{.*\}/.exec(readWorkflow('deploy.yml')) ?? [];
  for (const name of ['release.yml', 'back.yml'])
    for (const job of splitJobs(readWorkflow(name)).filter((text) => text.includes('deploy.yml')))
      expect(job).toContain(permissions);
});

describe('release-notes.sh', () => {
  const run = (tag: string) =>
    spawnSync('bash', [join(workflows, 'release-notes.sh'), tag], { cwd: folder, encoding: 'utf8' });

  test("prints the tag's section only, or exits with 1", () => {
    const sections = [
      '# Changelog',
      '## Unreleased',
      '- later',
      '## v1.10.0 (2026-12-01)',
      '- a',
      '- b',
      '## v1.1.0',
      '- c',
    ];
    writeFileSync(join(folder, 'CHANGELOG.md'), sections.join('\n\n'));
    expect(run('v1.10.0')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\s*- a\s+- b\s*$/) });
    expect(run('v1.1.0').stdout.trim()).toBe('- c');
    expect(run('v1.1').status).toBe(1);
  });
});

describe('deploy-stage.sh', () => {
  const alarm = 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:retailer-support-portal-dev-canary';
  const setPolicyCommand = `aws cloudformation set-stack-policy --stack-name retailer-support-portal-dev --region eu-central-1 --stack-policy-body file://${workflows}/../../infra/stack-policy.json`;
  const npm = 'echo "npm $*"; touch "$0.deployed"';
  const aws = `case "$*" in
      *StackStatus*) [[ "$*" == *"portal-dev$STUCK_STACK "* ]] && echo "$STATUS" ;;
      *list-stack-resources*) printf "$RESOURCES"; exit "$LIST_EXIT_CODE" ;;
      *EnableTerminationProtection*) echo "$PROTECTED" ;;
      *describe-stacks*) [ -n "$ALARMS" ] && echo "$ALARMS" || { echo "$FAULT" >&2; exit 254; } ;;
      *describe-alarms*AlarmActions*) [[ "$*" == *"--region $SUBSCRIBED_IN "* ]] && echo "arn:aws:sns:$SUBSCRIBED_IN:1:alarms" ;;
      *get-caller-identity*) echo 123456789012 ;;
      *get-topic-attributes*) echo "$SUBSCRIBED" ;;
      *describe-alarms*us-east-1*) echo "$ACTIVE_BEFORE"; [ -e "\${0%aws}npm.deployed" ] && echo "$ACTIVE_AFTER" ;;
      *update-*|*set-*) echo "aws $*" ;;
    esac; exit 0`;
  const assembly = join(folder, 'cdk.out', 'dev');
  beforeAll(() => {
    mkdirSync(assembly, { recursive: true });
    const Resources = { Repairs: { Type: 'AWS::DynamoDB::Table' }, Users: { Type: 'AWS::Cognito::UserPool' } };
    writeFileSync(join(assembly, 'retailer-support-portal-dev.template.json'), JSON.stringify({ Resources }));
  });
  beforeEach(() => rmSync(join(folder, 'npm.deployed'), { force: true }));

  const deploy = (env: Readonly<Record<string, string>>) => {
    const defaults = {
      ALARMS: '',
      FAULT: '',
      ACTIVE_BEFORE: '',
      ACTIVE_AFTER: '',
      STATUS: '',
      STUCK_STACK: '',
      PROTECTED: 'False',
    };
    const resources = { RESOURCES: '', LIST_EXIT_CODE: '0', SUBSCRIBED: '1', SUBSCRIBED_IN: 'eu-central-1' };
    const { status, output } = runScript(
      'deploy-stage.sh',
      { npm, aws },
      { STAGE: 'dev', SYNTHESIZED: 'yes', ...defaults, ...resources, ...env },
    );
    const commonOptions = ' --exclusively --app cdk.out/dev --build true --require-approval never --strict';
    const lines = output.trim().split('\n');
    return {
      status,
      executedCommands: lines.map((line) =>
        line.replace('npm run --silent cdk -- deploy retailer-support-portal-', '').replace(commonOptions, ''),
      ),
    };
  };

  test("sets the deployed version's alarms as rollback triggers of the portal stack only", () =>
    expect(
      deploy({ ALARMS: `${alarm} ${alarm}-2`, STATUS: 'UPDATE_ROLLBACK_COMPLETE', PROTECTED: 'True' }),
    ).toMatchObject({
      status: 0,
      executedCommands: [
        'dev-edge',
        `dev --rollback-trigger-alarm-arns ${alarm} --rollback-trigger-alarm-arns ${alarm}-2 --monitoring-time-minutes 15`,
        'dev-edge-watch',
        setPolicyCommand,
      ],
    }));

  test.each([
    ['if nothing is deployed yet', { FAULT: 'Stack with id retailer-support-portal-dev does not exist' }],
    ['if the deployed version has none, despite active alarms', { ALARMS: 'None', ACTIVE_BEFORE: 'dev-rma-pending' }],
  ])('sets no rollback triggers %s', (_, env) =>
    expect(deploy(env)).toMatchObject({ status: 0, executedCommands: ['dev-edge', 'dev', 'dev-edge-watch'] }),
  );

  test('excludes alarms that are already active from the rollback triggers', () =>
    expect(
      deploy({ ALARMS: `${alarm} ${alarm}-2`, ACTIVE_BEFORE: 'retailer-support-portal-dev-canary' }),
    ).toMatchObject({
      status: 0,
      executedCommands: [
        'retailer-support-portal-dev-canary rings already: it takes nothing back.',
        'dev-edge',
        `dev --rollback-trigger-alarm-arns ${alarm}-2 --monitoring-time-minutes 15`,
        'dev-edge-watch',
      ],
    }));

  test('removes the triggers of the previous deployment if all alarms are active', () =>
    expect(deploy({ ALARMS: alarm, ACTIVE_BEFORE: 'retailer-support-portal-dev-canary' }).executedCommands).toContain(
      'dev --rollback-trigger-alarm-arns none',
    ));

  const resources = ['AWS::DynamoDB::Table\\tRepairs', 'AWS::Cognito::UserPool\\tUsers', 'AWS::SQS::Queue\\tOld'];
  test.each([
    ['has the same protected resources', resources, []],
    ['has another table', [...resources, 'AWS::DynamoDB::Table\\tRestored'], ['AWS::DynamoDB::Table Restored']],
    ['has another type of resource under a name', ['AWS::DynamoDB::Table\\tUsers'], ['AWS::DynamoDB::Table Users']],
  ])('deploys an assembly only if it contains the data of the stack: the stack %s', (_, RESOURCES, losses) => {
    const { status, executedCommands } = deploy({
      ALARMS: 'None',
      PROTECTED: 'True',
      RESOURCES: RESOURCES.map((line) => `${line}\\n`).join(''),
    });
    if (losses.length === 0) return expect([status, executedCommands]).toEqual([0, expect.arrayContaining(['dev'])]);
    return expect([status, executedCommands]).toEqual([1, [expect.stringContaining('lacks'), ...losses]]);
  });

  test('deploys nothing if the resources of a protected stack cannot be read', () => {
    const { status, executedCommands } = deploy({ ALARMS: 'None', PROTECTED: 'True', LIST_EXIT_CODE: '254' });
    expect([status === 0, executedCommands]).toEqual([false, ['']]);
  });

  test.each([
    ['UPDATE_ROLLBACK_FAILED', ''],
    ['UPDATE_IN_PROGRESS', ''],
    ['UPDATE_FAILED', '-edge'],
    ['DELETE_FAILED', '-edge-watch'],
  ])('names the runbook and deploys nothing if a stack is in %s', (STATUS, STUCK_STACK) => {
    const { status, executedCommands } = deploy({ ALARMS: alarm, STATUS, STUCK_STACK });
    expect([status, executedCommands]).toEqual([1, [expect.stringContaining(`dev${STUCK_STACK} is in ${STATUS}`)]]);
    expect(executedCommands[0]).toContain('docs/runbooks/stuck-stack.md');
  });

  const writeManifest = (stage: string, account: string, terminationProtection: boolean) => {
    mkdirSync(join(folder, 'cdk.out', stage), { recursive: true });
    const properties = { terminationProtection };
    const artifacts = { stack: { environment: `aws://${account}/eu-central-1`, properties } };
    writeFileSync(join(folder, 'cdk.out', stage, 'manifest.json'), JSON.stringify({ artifacts }, null, 2));
  };

  test.each([
    ['another stage with data', 'prod', '123456789012', true, false, 1],
    ['another stage, if it has data itself', 'prod', '123456789012', false, true, 1],
    ['another stage, if neither has data', 'prod', '123456789012', false, false, 0],
    ['no other stage', 'prod', '999999999999', true, true, 0],
    ['only its own assembly', 'dev', '123456789012', true, true, 0],
  ])(
    'deploys only if no stage with data shares the account: the account contains %s',
    (_, stageInAccount, account, hasDataInAccount, hasData, expectedStatus) => {
      writeManifest('dev', 'unknown-account', hasData);
      writeManifest(stageInAccount, account, hasDataInAccount);
      const { status, executedCommands } = deploy({ ALARMS: 'None' });
      rmSync(join(folder, 'cdk.out', 'prod'), { recursive: true, force: true });
      rmSync(join(folder, 'cdk.out', 'dev', 'manifest.json'));
      expect(status).toBe(expectedStatus);
      if (expectedStatus === 1)
        expect(executedCommands).toEqual([expect.stringContaining('has an account of its own')]);
    },
  );

  test('deploys nothing if the alarms cannot be read', () =>
    expect(deploy({ FAULT: 'AccessDenied' })).toEqual({ status: 1, executedCommands: ['AccessDenied'] }));

  test('deploys without rollback triggers if rollback is off, and synthesizes if needed', () =>
    expect(deploy({ ALARMS: alarm, ACTIVE_BEFORE: 'site-errors', ROLLBACK: 'off', SYNTHESIZED: '' })).toMatchObject({
      status: 0,
      executedCommands: [
        'npm run --silent cdk -- synth --quiet -c stage=dev -o cdk.out/dev',
        'dev-edge',
        'dev --rollback-trigger-alarm-arns none',
        'dev-edge-watch',
      ],
    }));

  test('synthesizes the changes of a trial update', () =>
    expect(deploy({ ALARMS: 'None', SYNTHESIZED: '', TRIAL: 'update' }).executedCommands).toContain(
      'npm run --silent cdk -- synth --quiet -c stage=dev -c trial=update -o cdk.out/dev',
    ));

  test('fails if an alarm starts during the deployment', () => {
    const { status, executedCommands } = deploy({
      ALARMS: 'None',
      ACTIVE_BEFORE: 'dev-rma-pending',
      ACTIVE_AFTER: 'dev-site-errors',
    });
    expect([status, executedCommands.at(-1)]).toEqual([1, '::error::dev-site-errors rings since this deployment']);
  });

  test('succeeds although a new table has no backup yet', () =>
    expect(deploy({ ALARMS: 'None', ACTIVE_AFTER: 'dev-repairs-backups-missing' }).status).toBe(0));

  test.each(['eu-central-1', 'us-east-1'])(
    'fails if the alarms in %s have no confirmed subscription',
    (SUBSCRIBED_IN) => {
      const { status, executedCommands } = deploy({
        ALARMS: 'None',
        PROTECTED: 'True',
        SUBSCRIBED: '0',
        SUBSCRIBED_IN,
      });
      expect([status, executedCommands.at(-1)]).toEqual([
        1,
        expect.stringContaining(`arn:aws:sns:${SUBSCRIBED_IN}:1:alarms`),
      ]);
      expect(executedCommands).toContain('dev-edge-watch');
    },
  );

  test('succeeds with a confirmed subscription, or if the stage keeps no data', () => {
    expect(deploy({ ALARMS: 'None', PROTECTED: 'True', SUBSCRIBED: '2' }).status).toBe(0);
    expect(deploy({ ALARMS: 'None', PROTECTED: 'False', SUBSCRIBED: '0' }).status).toBe(0);
  });

  // first-deployment.test.ts covers ROLLBACK_COMPLETE with the installed CDK.
  test('removes the termination protection of a stack that could not be created', () =>
    expect(deploy({ ALARMS: 'None', STATUS: 'ROLLBACK_FAILED', PROTECTED: 'True' })).toMatchObject({
      status: 0,
      executedCommands: [
        'dev-edge',
        'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name retailer-support-portal-dev --region eu-central-1',
        'dev',
        'dev-edge-watch',
        setPolicyCommand,
      ],
    }));
});
