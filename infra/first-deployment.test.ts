import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inProject } from './project.ts';

/** A stack as CloudFormation keeps it. */
type Stack = { status: string; isProtected: boolean; isChanging?: boolean };

const portal = 'retailer-support-portal-qa';
const template = { Resources: { Q: { Type: 'AWS::SQS::Queue' } } };
const stacks = new Map<string, Stack>();
/** What changed something, in order. */
const changes: string[] = [];

const idOf = (name: string) => `arn:aws:cloudformation:eu-central-1:123456789012:stack/${name}/1`;
const nameOf = (id: string) => id.split('/')[1] ?? id;

const described = (name: string, { status, isProtected }: Stack) => `<member><StackName>${name}</StackName>
  <StackId>${idOf(name)}</StackId><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>${status}</StackStatus>
  <EnableTerminationProtection>${isProtected}</EnableTerminationProtection></member>`;

/** Throws what CloudFormation refuses. */
const operations: Readonly<Record<string, (form: URLSearchParams, name: string) => string>> = {
  GetCallerIdentity: () => '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/operator</Arn>',
  DescribeStacks: (form, name) => {
    const stack = stacks.get(name);
    if (!stack) throw new Error(`Stack with id ${form.get('StackName')} does not exist`);
    return `<Stacks>${described(name, stack)}</Stacks>`;
  },
  UpdateTerminationProtection: (form, name) => {
    const stack = stacks.get(name);
    if (!stack) throw new Error(`Stack [${name}] does not exist`);
    stack.isProtected = form.get('EnableTerminationProtection') === 'true';
    return `<StackId>${idOf(name)}</StackId>`;
  },
  DeleteStack: (_, name) => {
    if (stacks.get(name)?.isProtected)
      throw new Error(`Stack [${name}] cannot be deleted while TerminationProtection is enabled`);
    stacks.delete(name);
    return '';
  },
  CreateChangeSet: (_, name) => {
    const { status = 'REVIEW_IN_PROGRESS', isProtected = false } = stacks.get(name) ?? {};
    stacks.set(name, { status, isProtected, isChanging: true });
    return `<Id>arn:aws:cloudformation:eu-central-1:123456789012:changeSet/c/1</Id><StackId>${idOf(name)}</StackId>`;
  },
  DescribeChangeSet: (_, name) => {
    if (!stacks.get(name)?.isChanging) throw new Error('ChangeSet does not exist');
    return `<StackId>${idOf(name)}</StackId><StackName>${name}</StackName><Status>CREATE_COMPLETE</Status>
      <ExecutionStatus>AVAILABLE</ExecutionStatus><Changes><member><Type>Resource</Type><ResourceChange><Action>Add</Action>
      <LogicalResourceId>Q</LogicalResourceId><ResourceType>AWS::SQS::Queue</ResourceType></ResourceChange></member></Changes>`;
  },
  ExecuteChangeSet: (_, name) => {
    const { isProtected = false } = stacks.get(name) ?? {};
    stacks.set(name, { status: 'CREATE_COMPLETE', isProtected });
    return '';
  },
  DescribeStackEvents: () => '<StackEvents/>',
  GetTemplate: () => `<TemplateBody>${JSON.stringify(template)}</TemplateBody>`,
  DeleteChangeSet: () => '',
  SetStackPolicy: () => '',
};
const changing = ['UpdateTerminationProtection', 'DeleteStack', 'ExecuteChangeSet', 'SetStackPolicy'];

const server = createServer(async (request, response) => {
  const form = new URLSearchParams(await text(request));
  const action = form.get('Action') ?? '';
  const name = nameOf(form.get('StackName') ?? '');
  const answer = (status: number, xml: string) => response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  try {
    const result = operations[action]?.(form, name);
    if (result === undefined) throw new Error(`What is ${action}?`);
    if (changing.includes(action)) changes.push(`${action} ${name}`);
    answer(200, `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`);
  } catch (error) {
    const { message } = error as Error;
    const code = message.startsWith('ChangeSet') ? 'ChangeSetNotFound' : 'ValidationError';
    answer(400, `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`);
  }
});

const folder = mkdtempSync(join(tmpdir(), 'first-deployment-'));

/** `npm run cdk` is the installed CDK, and `aws` the little of the AWS CLI that the script uses. */
const commands = {
  npm: `exec ${process.execPath} ${inProject('node_modules', 'aws-cdk', 'bin', 'cdk')} "\${@:5}"`,
  aws: `exec ${process.execPath} ${join(folder, 'aws.mjs')} "$@"`,
};
const cli = `
const [service, command, ...args] = process.argv.slice(2);
const value = (name) => args[args.indexOf(name) + 1];
if (service === 'cloudwatch') process.exit(0);
const answer = await fetch(process.env.AWS_ENDPOINT_URL, { method: 'POST', body: new URLSearchParams({
  Action: command.replace(/(^|-)(.)/g, (_, dash, letter) => letter.toUpperCase()),
  StackName: value('--stack-name'),
  EnableTerminationProtection: !args.includes('--no-enable-termination-protection'),
})});
const xml = await answer.text();
if (!answer.ok) { console.error(xml); process.exit(254); }
const [, wanted] = /\\.(\\w+)$/.exec(value('--query')) ?? [];
const [, found = 'None'] = new RegExp('<' + wanted + '>(.*?)</').exec(xml) ?? [];
if (wanted) console.log(found === 'true' ? 'True' : found);
`;

beforeAll(async () => {
  for (const [name, line] of Object.entries(commands))
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${line}\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'aws.mjs'), cli);
  // Nobody else is called.
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ notices: false, versionReporting: false }));
  const assembly = join(folder, 'cdk.out', 'qa');
  mkdirSync(assembly, { recursive: true });
  const stack = (region: string) => ({
    type: 'aws:cloudformation:stack',
    environment: `aws://123456789012/${region}`,
    properties: { templateFile: 'template.json', terminationProtection: true },
  });
  const artifacts = {
    [`${portal}-edge`]: stack('us-east-1'),
    [portal]: stack('eu-central-1'),
    [`${portal}-edge-watch`]: stack('us-east-1'),
  };
  writeFileSync(join(assembly, 'manifest.json'), JSON.stringify({ version: '36.0.0', artifacts }));
  writeFileSync(join(assembly, 'template.json'), JSON.stringify(template));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  stacks.clear();
  changes.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const run = (command: string, args: readonly string[]) =>
  new Promise<{ code: number | null; said: string }>((done) => {
    const env = {
      PATH: [folder, process.env['PATH']].join(delimiter),
      HOME: folder,
      CI: 'true',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      CDK_DISABLE_VERSION_CHECK: 'true',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      STAGE: 'qa',
      SYNTHESIZED: 'yes',
    };
    const child = spawn(command, args, { env, cwd: folder });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    child.once('close', async (code) => done({ code, said: (await said).join('') }));
  });

const deployStage = () => run('bash', [inProject('.github', 'workflows', 'deploy-stage.sh')]);

test('one that failed is repeated by the same command, and what stands is never without protection', async () => {
  const standing = { status: 'CREATE_COMPLETE', isProtected: true };
  for (const name of [`${portal}-edge`, `${portal}-edge-watch`]) stacks.set(name, standing);
  stacks.set(portal, { status: 'ROLLBACK_COMPLETE', isProtected: true });
  const { code, said } = await deployStage();
  expect([code, said]).toEqual([0, expect.stringContaining('✅')]);
  expect([...stacks.values()]).toEqual([standing, standing, standing]);
  expect(changes).toEqual(
    [
      'UpdateTerminationProtection',
      'DeleteStack',
      'UpdateTerminationProtection',
      'ExecuteChangeSet',
      'SetStackPolicy',
    ].map((change) => `${change} ${portal}`),
  );
}, 60_000);

test('CDK alone cannot repeat it: it protects a stack before that is created, and deletes it without a look', async () => {
  stacks.set(portal, { status: 'ROLLBACK_COMPLETE', isProtected: true });
  const args = [
    'deploy',
    portal,
    '--app',
    'cdk.out/qa',
    '--build',
    'true',
    '--exclusively',
    '--require-approval',
    'never',
  ];
  const { code, said } = await run('npm', ['run', '--silent', 'cdk', '--', ...args]);
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('cannot be deleted while TerminationProtection is enabled'),
  ]);
}, 60_000);
