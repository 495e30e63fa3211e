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
import { freshFolder, served } from '#scripts/local-cloud/testing/opened.ts';
import type { Portal } from '../demo/portal.ts';
import { startPortal } from '../demo/portal.ts';
import { eventually } from '../local-cloud/testing/eventually.ts';
import { withBackups } from '../restore/with-backups.ts';
import { elsewhere, pages, readPage, typedOn } from './commands.ts';

// By `npm run runbooks`, with the AWS CLI (.ci/run installs it): what a page has typed is typed here, in its order, into one shell.

/** Far beyond what a slow machine takes to build the portal or to run the commands of a page. */
const longestMs = 3_600_000;

const root = resolve(import.meta.dirname, '../..');
const folder = freshFolder();
const state = join(folder, 'data');
const desk = join(folder, 'desk');
const held: { portal?: Portal; nobody?: string } = {};
const portal = () => held.portal as Portal;

/**
 * What stands between a page and its commands here: a call that only AWS can answer is made to a server that knows nothing, so that the
 * CLI has checked it; of a command that is not for a stage, or not written out, the options are looked up in what its `--help` says.
 */
const shell = `set -euo pipefail
aws() {
  local kept=() skipped=
  for word in "$@"; do
    # Version 1 takes what it is given as it is.
    case $word in --cli-binary-format) skipped=1 ;; *) [ -n "$skipped" ] && skipped= || kept+=("$word") ;; esac
  done
  local at=AT_$1
  case "$ELSEWHERE" in *"|aws $1 $2|"*) at=AT_NOBODY ;; esac
  command aws "\${kept[@]}" --endpoint-url "\${!at}"
}
explained() {
  local name=$1 usage=usage-$1 file; shift
  if [ "$name" = cdk ]; then
    usage+=$1
    [ -s "$usage" ] || "$NODE" "$ROOT/node_modules/aws-cdk/bin/cdk" "$1" --help >"$usage"
  else
    for file in "$ROOT"/{scripts,e2e}/"$name.ts"; do
      [ ! -f "$file" ] || [ -s "$usage" ] || "$NODE" "$file" --help >"$usage"
    done
    # A tool's own options are the tool's.
    [ -s "$usage" ] || return 0
  fi
  for word in "$@"; do
    case $word in -c | --*) grep -qF -e "\${word%%=*}" "$usage" || { echo "$name has no $word" >&2; return 1; } ;; esac
  done
}
typed() { "$NODE" "$ROOT/scripts/$1.ts" "\${@:2}" --state "$STATE"; }
npm() {
  [ "$1" != run ] || shift
  local name=$1; shift
  [ "\${1:-}" != -- ] || shift
  case "$name $*" in
    # What wire does takes minutes.
    *…* | "secrets captcha"* | wire*) explained "$name" "$@" ;;
    *--stage*)
      # Whom one page deletes another page disables.
      case "$*" in *anna@*) typed create-user --stage local --region nuk --email anna@store.example --groups admin --store HQ >/dev/null ;; esac
      typed "$name" "$@" ;;
    *) explained "$name" "$@" ;;
  esac
}
`;

/** Answers whatever is asked with nothing, in the protocol that it was asked in. */
const nobody: RequestListener = (req, res) => {
  void text(req).then((asked) => {
    const type = req.headers['content-type'] ?? '';
    const action = new URLSearchParams(asked).get('Action') ?? '';
    if (type.includes('cbor')) res.setHeader('smithy-protocol', 'rpc-v2-cbor').end(Buffer.from([0xa0]));
    else if (type.includes('form')) res.end(`<${action}Response><${action}Result/></${action}Response>`);
    else res.end(type.includes('json') || req.url?.startsWith('/2015') ? '{"ShardIterator":"next"}' : '<Nothing/>');
  });
};

/** Runs it as it is typed on a page, of the local stage; answers what it printed. */
const type = async (lines: readonly string[]) => {
  const { endpoints, region, outputs: deployed } = portal();
  const marked = lines.map(
    (line) => `printf '» %s\\n' ${JSON.stringify(line.trim().split('\n')[0]).replaceAll(/[$`]/g, '\\$&')}\n${line}`,
  );
  const script = shell + marked.join('\n').replaceAll(/\b(?:prod|qa|dev)\b(?!\/)/g, 'local');
  // What is between is a pipe that /dev/stdout can be opened on; Node's own is none.
  const done = promisify(execFile)('bash', ['-o', 'pipefail', '-c', 'bash -c "$SCRIPT" | cat'], {
    cwd: desk,
    maxBuffer: 64 * 2 ** 20,
    env: {
      ...process.env,
      AWS_DEFAULT_REGION: region,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_PAGER: '',
      AT_NOBODY: held.nobody,
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
      ELSEWHERE: `|${Object.keys(elsewhere).join('|')}|`,
      STAGE: 'local',
      STACK: 'retailer-support-portal-local',
      VAULT: String(deployed[outputs.backupVault]),
      RETURNS_TABLE: String(deployed[outputs.table('returns')]),
      BUCKET: 'bucket',
      VERSION: '1',
      STREAM_ARN: 'arn:aws:dynamodb:eu-central-1:000000000000:table/repairs/stream/2026-11-25T00:00:00.000',
      SHARD_ID: 'shardId-00000000000000000000-00000000',
      START_SEQUENCE_NUMBER: '100000000000000000000',
      BATCH_SIZE: '10',
    },
  });
  const { stdout } = await done.catch(({ stdout: out, stderr }) =>
    Promise.reject(new Error(`${out.slice(-1500)}\n${stderr}`)),
  );
  return stdout;
};

const client = <Client>(Kind: new (settings: object) => Client, endpoint: string) =>
  new Kind({ endpoint, region: portal().region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
const rowsOf = async (table: string) =>
  (await client(DynamoDBClient, portal().endpoints.DYNAMODB).send(new ScanCommand({ TableName: table }))).Items ?? [];

beforeAll(async () => {
  const say = (message: string) => void process.stdout.write(`${message}\n`);
  held.nobody = await served(nobody);
  held.portal = await startPortal({
    stateFolder: state,
    port: 0,
    warm: false,
    backOffice: 'silent',
    say,
    assembly: await withBackups(join(folder, 'cdk.out'), {}, say),
  });
  mkdirSync(join(desk, '.local'), { recursive: true });
  symlinkSync(state, join(desk, '.local/data'));
  symlinkSync(join(root, 'infra'), join(desk, 'infra'));
  writeFileSync(join(desk, 'key.txt'), 'key');
  const [, report = ''] = /```json\n(\[[^]*?\n\])\n```/.exec(readPage('docs/back-office.md')) ?? [];
  writeFileSync(join(desk, 'report.json'), report);
}, longestMs);
afterAll(async () => {
  await held.portal?.stop();
}, longestMs);

const apart = ['docs/back-office.md', 'docs/runbooks/restore.md'];

test.each(pages.filter((page) => !apart.includes(page)))(
  '%s',
  async (page) => {
    await type(typedOn(readPage(page)));
  },
  longestMs,
);

test(
  'docs/back-office.md: a report that was lost is handed back, and is entered',
  async () => {
    const { endpoints, outputs: deployed } = portal();
    const repairs = String(deployed[outputs.table('repairs')]);
    const booked = (await rowsOf(repairs)).find(
      ({ store, stateAt }) => store?.S?.startsWith('nuk#') && stateAt?.S?.startsWith('submitted'),
    );
    const sqs = client(SQSClient, endpoints.SQS);
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const QueueUrl = QueueUrls.find((url) => url.includes('LostReports'));
    const [, storeId] = booked?.['store']?.S?.split('#') ?? [];
    const detail = {
      version: 1,
      eventId: 'lost-1',
      occurredAt: new Date().toISOString(),
      region: 'nuk',
      storeId,
      storeRefNo: booked?.['storeRefNo']?.S,
      id: booked?.['id']?.S,
      kind: 'repair',
      rma: 'UK77777777',
    };
    const letter = {
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
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(letter) }));
    await type(typedOn(readPage('docs/back-office.md')));
    const isEntered = async () => JSON.stringify(await rowsOf(repairs)).includes(detail.rma);
    await eventually('the report is entered', isEntered, 600_000);
    expect((await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))).Messages ?? []).toEqual([]);
  },
  longestMs,
);

test(
  'docs/runbooks/restore.md: a table comes back by its own recovery and from the vault, as the stack imports it',
  async () => {
    const typed = typedOn(readPage('docs/runbooks/restore.md'));
    const copying = typed.find((block) => block.includes('start-backup-job'));
    const isFromVault = (block: string) => block.includes('start-restore-job');
    // The vault has a copy by then; the two ways are either or, and make two tables here.
    const said = await type([
      ...typed.map((block) => (isFromVault(block) ? `${copying}\nNEW=$NEW-2\n${block}` : block)),
      'echo "made $NEW"',
    ]);
    const [, made = ''] = /^made (\S+)$/m.exec(said) ?? [];
    const before = await rowsOf(String(portal().outputs[outputs.table('repairs')]));
    expect(before.length).toBeGreaterThan(50);
    for (const name of [made, made.replace(/-2$/, '')]) expect(await rowsOf(name)).toHaveLength(before.length);
    expect(said).toContain('"COMPLETED"');
  },
  longestMs,
);
