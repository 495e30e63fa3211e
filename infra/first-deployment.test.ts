import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { resolveProjectPath } from './project.ts';

const portalStackName = 'retailer-support-portal-qa';
const template = { Resources: { Q: { Type: 'AWS::SQS::Queue' } } };

const stacks = new Map<string, { status: string; isProtected: boolean; isChanging?: boolean }>();
/** Received operations that change a stack, each with the name of the stack. */
const changes: string[] = [];

const createAwsError = (message: string, code = 'ValidationError') => Object.assign(new Error(message), { code });
const toStackId = (name: string) => `arn:aws:cloudformation:eu-central-1:123456789012:stack/${name}/1`;

/** Responses of CloudFormation and STS to the installed CDK; an operation throws the error that AWS would return. */
const operations: Readonly<Record<string, (form: URLSearchParams, name: string) => string>> = {
  GetCallerIdentity: () => '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/operator</Arn>',
  DescribeStacks: (form, name) => {
    const stack = stacks.get(name);
    if (!stack) throw createAwsError(`Stack with id ${form.get('StackName')} does not exist`);
    return `<Stacks><member><StackName>${name}</StackName><StackId>${toStackId(name)}</StackId>
      <CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>${stack.status}</StackStatus>
      <EnableTerminationProtection>${stack.isProtected}</EnableTerminationProtection></member></Stacks>`;
  },
  UpdateTerminationProtection: (form, name) => {
    const { status = '' } = stacks.get(name) ?? {};
    stacks.set(name, { status, isProtected: form.get('EnableTerminationProtection') === 'true' });
    return '';
  },
  DeleteStack: (_, name) => {
    if (stacks.get(name)?.isProtected)
      throw createAwsError(`Stack [${name}] cannot be deleted while TerminationProtection is enabled`);
    stacks.delete(name);
    return '';
  },
  CreateChangeSet: (_, name) => {
    const { status = 'REVIEW_IN_PROGRESS', isProtected = false } = stacks.get(name) ?? {};
    stacks.set(name, { status, isProtected, isChanging: true });
    return `<Id>${toStackId('change')}</Id><StackId>${toStackId(name)}</StackId>`;
  },
  DescribeChangeSet: (_, name) => {
    if (!stacks.has(name)) throw createAwsError('There is no such change set', 'ChangeSetNotFound');
    return `<StackId>${toStackId(name)}</StackId><Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus>`;
  },
  ExecuteChangeSet: (_, name) => {
    const { isProtected = false } = stacks.get(name) ?? {};
    stacks.set(name, { status: 'CREATE_COMPLETE', isProtected });
    return '';
  },
  DescribeStackEvents: () => '',
  ListStackResources: () => '',
  GetTemplate: () => `<TemplateBody>${JSON.stringify(template)}</TemplateBody>`,
  DeleteChangeSet: () => '',
  SetStackPolicy: () => '',
};

const server = createServer(async (request, response) => {
  const form = new URLSearchParams(await text(request));
  const action = form.get('Action') ?? '';
  const name = /([^/]+)(\/1)?$/.exec(form.get('StackName') ?? '')?.[1] ?? '';
  const answer = (status: number, xml: string) => response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  try {
    const result = operations[action]?.(form, name);
    if (result === undefined) throw createAwsError(`Unexpected operation: ${action}`);
    if (!/^(Get|Describe|List|.*ChangeSet)/.test(action) || action === 'ExecuteChangeSet')
      changes.push(`${action} ${name}`);
    answer(200, `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`);
  } catch (error) {
    const { message, code } = error as ReturnType<typeof createAwsError>;
    answer(400, `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`);
  }
});

/** Replacement for the AWS CLI, which sends the command to the simulated CloudFormation. */
const awsCliScript = `
const [service, command, ...args] = process.argv.slice(2);
const value = (name) => args[args.indexOf(name) + 1];
if (service === 'cloudwatch') process.exit(0);
const body = new URLSearchParams({
  Action: command.replace(/(^|-)(.)/g, (_, dash, letter) => letter.toUpperCase()),
  StackName: value('--stack-name'),
  EnableTerminationProtection: !args.includes('--no-enable-termination-protection'),
});
const answer = await fetch(process.env.AWS_ENDPOINT_URL, { method: 'POST', body });
const xml = await answer.text();
if (!answer.ok) { console.error(xml); process.exit(254); }
const [, wanted] = /\\.(\\w+)$/.exec(value('--query')) ?? [];
const [, found = 'None'] = new RegExp('<' + wanted + '>(.*?)</').exec(xml) ?? [];
if (wanted) console.log(found === 'true' ? 'True' : found);
`;

const folder = mkdtempSync(join(tmpdir(), 'first-deployment-'));
const write = (name: string, lines: string, mode = 0o644) => writeFileSync(join(folder, name), lines, { mode });

beforeAll(async () => {
  const node = `exec ${process.execPath}`;
  // The edge stacks already exist.
  const cdk = `${node} ${resolveProjectPath('node_modules', 'aws-cdk', 'bin', 'cdk')} "\${@:5}"`;
  write('npm', `#!/usr/bin/env bash\n[[ "$*" == *-edge* ]] || ${cdk}\n`, 0o755);
  write('aws', `#!/usr/bin/env bash\n${node} ${join(folder, 'aws.mjs')} "$@"\n`, 0o755);
  write('aws.mjs', awsCliScript);
  // Prevents requests to other hosts.
  write('cdk.json', JSON.stringify({ notices: false, versionReporting: false }));
  mkdirSync(join(folder, 'cdk.out', 'qa'), { recursive: true });
  const stack = {
    type: 'aws:cloudformation:stack',
    environment: 'aws://123456789012/eu-central-1',
    properties: { templateFile: `${portalStackName}.template.json`, terminationProtection: true },
  };
  write('cdk.out/qa/manifest.json', JSON.stringify({ version: '36.0.0', artifacts: { [portalStackName]: stack } }));
  write(`cdk.out/qa/${portalStackName}.template.json`, JSON.stringify(template));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const deploy = () =>
  new Promise<{ code: number | null; output: string }>((done) => {
    const env = {
      PATH: [folder, process.env['PATH']].join(delimiter),
      HOME: folder,
      CI: 'true',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      STAGE: 'qa',
      SYNTHESIZED: 'yes',
    };
    const child = spawn('bash', [resolveProjectPath('.github', 'workflows', 'deploy-stage.sh')], { env, cwd: folder });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    child.once('close', async (code) => done({ code, output: (await output).join('') }));
  });

// CDK alone cannot repeat the deployment: deleting the stack fails while termination protection is on.
test('repeats a failed first deployment and leaves termination protection on', async () => {
  stacks.set(portalStackName, { status: 'ROLLBACK_COMPLETE', isProtected: true });
  const { code, output } = await deploy();
  expect([code, output]).toEqual([0, expect.stringContaining('✅')]);
  expect(stacks.get(portalStackName)).toEqual({ status: 'CREATE_COMPLETE', isProtected: true });
  expect(changes.map((change) => change.replace(` ${portalStackName}`, ''))).toEqual([
    'UpdateTerminationProtection',
    'DeleteStack',
    'UpdateTerminationProtection',
    'ExecuteChangeSet',
    'SetStackPolicy',
  ]);
}, 60_000);
