import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListQueuesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { outputs } from '#infra/outputs.ts';
import type { Portal } from '#scripts/demo/portal.ts';
import { startPortal } from '#scripts/demo/portal.ts';
import { createTestFolder, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { synthesizeWithBackups } from '#scripts/ops/restore/with-backups.ts';
import { awsOnlyCommands, pages, readPage, findCommandBlocks } from './commands.ts';

// This test runs the commands of each page in order, in one shell. `npm run runbooks` runs it; the AWS CLI must be installed
// (.ci/run installs it).

/** Generous timeout for building the portal, or running the commands of a page, on a slow machine. */
const timeoutMs = 3_600_000;

const root = resolve(import.meta.dirname, '../../..');
const folder = createTestFolder();
const state = join(folder, 'data');
const workspace = join(folder, 'desk');
const context: { portal?: Portal; emptyUrl?: string } = {};
const getPortal = () => context.portal as Portal;

/**
 * Shell functions that replace the tools. Calls that only AWS can answer go to a server with empty responses, so that the
 * CLI validates them. The options of commands for another stage or with placeholders are only looked up in `--help`.
 */
const shellFunctions = `set -euo pipefail
aws() {
  local arguments=() skipped=
  for word in "$@"; do
    # Version 1 of the CLI does not have this option.
    case $word in --cli-binary-format) skipped=1 ;; *) [ -n "$skipped" ] && skipped= || arguments+=("$word") ;; esac
  done
  local endpoint=AT_$1
  case "$AWS_ONLY" in *"|aws $1 $2|"*) endpoint=AT_EMPTY ;; esac
  command aws "\${arguments[@]}" --endpoint-url "\${!endpoint}"
}
script() {
  local file
  for file in "$ROOT"/{scripts,scripts/ops,scripts/quality,scripts/content,e2e}/"$1.ts"; do
    [ ! -f "$file" ] || { echo "$file"; return; }
  done
}
check_options() {
  local name=$1 usage=usage-$1 file; shift
  if [ "$name" = cdk ]; then
    usage+=$1
    [ -s "$usage" ] || "$NODE" "$ROOT/node_modules/aws-cdk/bin/cdk" "$1" --help >"$usage"
  else
    file=$(script "$name")
    [ -z "$file" ] || [ -s "$usage" ] || "$NODE" "$file" --help >"$usage"
    # Options of third-party tools are not checked.
    [ -s "$usage" ] || return 0
  fi
  for word in "$@"; do
    case $word in -c | --*) grep -qF -e "\${word%%=*}" "$usage" || { echo "$name has no $word" >&2; return 1; } ;; esac
  done
}
run_script() { "$NODE" "$(script "$1")" "\${@:2}" --state "$STATE"; }
npm() {
  [ "$1" != run ] || shift
  local name=$1; shift
  [ "\${1:-}" != -- ] || shift
  case "$name $*" in
    # wire and load take minutes.
    *…* | "secrets captcha"* | "stage back"* | wire* | load*) check_options "$name" "$@" ;;
    *--stage*)
      # One page deletes the user that another page disables.
      case "$*" in *anna@*) run_script create-user --stage local --region nuk --email anna@store.example --groups admin --store HQ >/dev/null ;; esac
      run_script "$name" "$@" ;;
    *) check_options "$name" "$@" ;;
  esac
}
`;

/** Sends an empty response in the protocol of the request. */
const emptyResponder: RequestListener = (req, res) => {
  void text(req).then((body) => {
    const contentType = req.headers['content-type'] ?? '';
    const action = new URLSearchParams(body).get('Action') ?? '';
    if (contentType.includes('cbor')) res.setHeader('smithy-protocol', 'rpc-v2-cbor').end(Buffer.from([0xa0]));
    else if (contentType.includes('form')) res.end(`<${action}Response><${action}Result/></${action}Response>`);
    else
      res.end(contentType.includes('json') || req.url?.startsWith('/2015') ? '{"ShardIterator":"next"}' : '<Nothing/>');
  });
};

/** Runs the lines of a page against the local stage; returns the output. */
const runCommands = async (lines: readonly string[]) => {
  const { endpoints } = getPortal();
  // The environment has no region, because each page sets it.
  const { AWS_REGION: _, AWS_DEFAULT_REGION: __, ...environment } = process.env;
  const commandsWithHeadings = lines.map(
    (line) => `printf '» %s\\n' ${JSON.stringify(line.trim().split('\n')[0]).replaceAll(/[$`]/g, '\\$&')}\n${line}`,
  );
  const script = shellFunctions + commandsWithHeadings.join('\n').replaceAll(/\b(?:prod|qa|dev)\b(?!\/)/g, 'local');
  // The output is piped through cat, because the commands open /dev/stdout, which fails on Node's own stdout.
  const result = promisify(execFile)('bash', ['-o', 'pipefail', '-c', 'bash -c "$SCRIPT" | cat'], {
    cwd: workspace,
    maxBuffer: 64 * 2 ** 20,
    env: {
      ...environment,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AT_EMPTY: context.emptyUrl,
      AT_backup: endpoints.BACKUP,
      AT_cloudformation: endpoints.CLOUDFORMATION,
      AT_dynamodb: endpoints.DYNAMODB,
      AT_events: endpoints.EVENTBRIDGE,
      AT_secretsmanager: endpoints.SECRETS_MANAGER,
      AT_sqs: endpoints.SQS,
      SCRIPT: script,
      NODE: process.execPath,
      ROOT: root,
      STATE: state,
      AWS_ONLY: `|${Object.keys(awsOnlyCommands).join('|')}|`,
    },
  });
  const { stdout } = await result.catch(({ stdout: out, stderr }) =>
    Promise.reject(new Error(`${out.slice(-1500)}\n${stderr}`)),
  );
  return stdout;
};

const createClient = <Client>(ClientClass: new (settings: object) => Client, endpoint: string) =>
  new ClientClass({
    endpoint,
    region: getPortal().region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
const scanTable = async (table: string) =>
  (await createClient(DynamoDBClient, getPortal().endpoints.DYNAMODB).send(new ScanCommand({ TableName: table })))
    .Items ?? [];

beforeAll(async () => {
  const log = (message: string) => void process.stdout.write(`${message}\n`);
  context.emptyUrl = await serveForTest(emptyResponder);
  context.portal = await startPortal({
    stateFolder: state,
    port: 0,
    warm: false,
    backOffice: 'silent',
    say: log,
    assembly: await synthesizeWithBackups(join(folder, 'cdk.out'), {}, log),
  });
  mkdirSync(join(workspace, '.local'), { recursive: true });
  symlinkSync(state, join(workspace, '.local/data'));
  symlinkSync(join(root, 'infra'), join(workspace, 'infra'));
  writeFileSync(join(workspace, 'key.txt'), 'key');
  const [, report = ''] = /```json\n(\[[^]*?\n\])\n```/.exec(readPage('docs/back-office.md')) ?? [];
  writeFileSync(join(workspace, 'report.json'), report);
}, timeoutMs);
afterAll(async () => {
  await context.portal?.stop();
}, timeoutMs);

/** Pages whose commands need preparation, which tests of their own run. */
const separatePages = ['docs/back-office.md', 'docs/runbooks/restore.md'];

test.each(pages.filter((page) => !separatePages.includes(page)))(
  '%s: runs all commands',
  async (page) => {
    await runCommands(findCommandBlocks(readPage(page)));
  },
  timeoutMs,
);

test(
  'docs/back-office.md: a redriven dead letter is applied',
  async () => {
    const { endpoints, outputs: stackOutputs } = getPortal();
    const repairs = String(stackOutputs[outputs.table('repairs')]);
    const submittedRepair = (await scanTable(repairs)).find(
      ({ store, stateAt }) => store?.S?.startsWith('nuk#') && stateAt?.S?.startsWith('submitted'),
    );
    const sqs = createClient(SQSClient, endpoints.SQS);
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const QueueUrl = QueueUrls.find((url) => url.includes('LostReports'));
    const [, storeId] = submittedRepair?.['store']?.S?.split('#') ?? [];
    const detail = {
      version: 1,
      eventId: 'lost-1',
      occurredAt: new Date().toISOString(),
      region: 'nuk',
      storeId,
      storeRefNo: submittedRepair?.['storeRefNo']?.S,
      id: submittedRepair?.['id']?.S,
      kind: 'repair',
      rma: 'UK77777777',
    };
    const message = {
      version: '0',
      id: 'e',
      source: 'repair-provider',
      'detail-type': 'RmaAssigned',
      account: '0',
      time: detail.occurredAt,
      region: 'eu-central-1',
      resources: [],
      detail,
    };
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
    await runCommands(findCommandBlocks(readPage('docs/back-office.md')));
    const isApplied = async () => JSON.stringify(await scanTable(repairs)).includes(detail.rma);
    await eventually('the provider event is applied', isApplied, 600_000);
    expect((await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))).Messages ?? []).toEqual([]);
  },
  timeoutMs,
);

test(
  'docs/runbooks/restore.md: restores a table from PITR and from the vault',
  async () => {
    const blocks = findCommandBlocks(readPage('docs/runbooks/restore.md'));
    const backupBlock = blocks.find((block) => block.includes('start-backup-job'));
    const isFromVault = (block: string) => block.includes('start-restore-job');
    // The page offers two alternatives, which both run here and create two tables.
    const output = await runCommands([
      ...blocks.map((block) => (isFromVault(block) ? `${backupBlock}\nNEW=$NEW-2\n${block}` : block)),
      'echo "made $NEW"',
    ]);
    const [, restoredTable = ''] = /^made (\S+)$/m.exec(output) ?? [];
    const rowsBefore = await scanTable(String(getPortal().outputs[outputs.table('repairs')]));
    expect(rowsBefore.length).toBeGreaterThan(50);
    for (const name of [restoredTable, restoredTable.replace(/-2$/, '')])
      expect(await scanTable(name)).toHaveLength(rowsBefore.length);
    expect(output).toContain('"COMPLETED"');
  },
  timeoutMs,
);
