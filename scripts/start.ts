import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoAccounts, demoPassword, invitationPassword } from './local-cloud/demo-accounts.ts';
import { startLocalCloud } from './local-cloud/start-local-cloud.ts';
import type { LocalCloud } from './local-cloud/start-local-cloud.ts';

const usage = `npm start -- [options]

  --port N           port of the site (4100, or the next free one)
  --reset            forget all data and begin anew
  --state DIR        where data is kept (.local/data)
  --no-back-office   assign no RMA numbers: what is booked stays pending
  --verbose          show what the functions log`;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      reset: { type: 'boolean', default: false },
      state: { type: 'string', default: resolve(import.meta.dirname, '../.local/data') },
      'no-back-office': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new Error(`Not a port: ${values.port}`);
  return { ...values, port };
};

const isTerminal = process.stdout.isTTY;
const styled = (code: number) => (text: string) => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = styled(1);
const dim = styled(2);

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('   ')
          .trimEnd()}`,
    )
    .join('\n');
};

const accounts = () =>
  table(
    demoAccounts.map(({ region, email, roles, store, state }) => [
      region,
      email,
      state === 'active'
        ? roles.join(', ') || 'no role'
        : { disabled: 'disabled', invited: 'invited, not yet registered', expired: 'invitation expired' }[state],
      store.id,
    ]),
  );

const cliExamples: Record<keyof LocalCloud['endpoints'], string> = {
  DYNAMODB: 'dynamodb list-tables',
  COGNITO_IDENTITY_PROVIDER: 'cognito-idp list-user-pools --max-results 10',
  S3: 's3 ls s3://BUCKET',
  SECRETS_MANAGER: 'secretsmanager get-secret-value --secret-id ID',
  SQS: 'sqs list-queues',
  EVENTBRIDGE: 'events put-events --entries file://EVENTS.json',
  CLOUDFORMATION: 'cloudformation describe-stacks',
};

const services = ({ endpoints }: LocalCloud) =>
  table(
    Object.entries(endpoints).map(([name, endpoint]) => [
      name.toLowerCase().replaceAll('_', ' '),
      endpoint,
      `aws --endpoint-url ${endpoint} ${cliExamples[name as keyof typeof endpoints]}`,
    ]),
  );

const summary = (cloud: LocalCloud, seconds: number) => `
${bold('The portal is up')} ${dim(`(${seconds.toFixed(1)} s)`)}

  Site          ${bold(cloud.siteUrl)}
  Inbox         ${cloud.inboxUrl}
  Back office   ${cloud.backOfficeUrl}

${bold('Demo accounts')}   password ${demoPassword}   invited: ${invitationPassword}

${accounts()}

${bold('Emulated AWS services')}   for the AWS CLI or any SDK: AWS_REGION=${cloud.region} AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local

${services(cloud)}

${dim('Ctrl-C stops everything; the data stays. npm start -- --reset begins anew, --help shows more.')}
`;

const main = async (): Promise<void> => {
  const options = readOptions();
  if (options.help) return console.log(usage);

  const startedAt = performance.now();
  const patience = new AbortController();
  const stop = (code: number): void => {
    // Twice Ctrl-C: now.
    if (patience.signal.aborted) return process.exit(1);
    patience.abort();
    starting
      .then(
        (cloud) => cloud.stop(),
        () => {},
      )
      .finally(() => process.exit(code));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));

  const starting = startLocalCloud({
    stateFolder: options.state,
    ...(options.port !== undefined && { port: options.port }),
    reset: options.reset,
    ...(options['no-back-office'] && { backOffice: 'silent' }),
    signal: patience.signal,
    say: (message) => console.log(dim(message)),
    warn: (message) => console.warn(message),
    onLine: (name, line) => {
      if (options.verbose) console.log(dim(`${name}  ${line}`));
    },
    onFailure: (what) => {
      console.error(`\n${what}\nStopping the local cloud.`);
      stop(1);
    },
  });
  const cloud = await starting;
  if (!patience.signal.aborted) console.log(summary(cloud, (performance.now() - startedAt) / 1000));
};

main().catch((error: unknown) => {
  if (error instanceof Error && error.name === 'AbortError') return;
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
