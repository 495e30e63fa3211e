import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoAccounts, demoPassword, invitationPassword } from './demo/accounts.ts';
import { commandLine, exampleEnvironment, examples } from './demo/examples.ts';
import { startPortal } from './demo/portal.ts';
import type { Portal } from './demo/portal.ts';
import { runUntilStopped } from './local-cloud/run-until-stopped.ts';

const usage = `npm start -- [options]

  --port N           port of the site; the services have those after it (4100, or 4120, 4140 … when it is taken; 0: any)
  --reset            forget all data and begin anew
  --state DIR        where data is kept (.local/data)
  --no-back-office   assign no RMA numbers: what is booked stays pending
  --verbose          show what the functions log

as on AWS:

  --cognito-latency MS   Cognito does each call so many milliseconds later (AWS: 150 to 3000)
  --cold-triggers        the functions that write Cognito's emails start anew for each
  --throttle-api         the limits of the API and its routes hold: 429 past them
  --firewall             the firewall's rates hold: past them only browsers pass, and none that floods`;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      reset: { type: 'boolean', default: false },
      state: { type: 'string', default: resolve(import.meta.dirname, '../.local/data') },
      'no-back-office': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      'cognito-latency': { type: 'string', default: '0' },
      'cold-triggers': { type: 'boolean', default: false },
      'throttle-api': { type: 'boolean', default: false },
      firewall: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new Error(`Not a port: ${values.port}`);
  const latency = values['cognito-latency'].replace(/ms$/, '');
  if (!/^\d{1,5}$/.test(latency)) throw new Error(`Not milliseconds: ${values['cognito-latency']}`);
  const weather = {
    cognitoLatencyMs: Number(latency),
    hasColdTriggers: values['cold-triggers'],
    throttlesApi: values['throttle-api'],
    hasFirewall: values.firewall,
  };
  return { ...values, port, weather };
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

const services = (portal: Portal) =>
  table(
    examples(portal).map((example) => [
      example.service.toLowerCase().replaceAll('_', ' '),
      commandLine(example, portal.endpoints),
    ]),
  );

const summary = (portal: Portal, seconds: number) => `
${bold('The portal is up')} ${dim(`(${seconds.toFixed(1)} s)`)}

  Site          ${bold(portal.siteUrl)}
  Inbox         ${portal.inboxUrl}
  Back office   ${portal.backOfficeUrl}

${bold('Demo accounts')}   password ${demoPassword}   invited: ${invitationPassword}

${accounts()}

${bold('Emulated AWS services')}   for the AWS CLI or any SDK, in another terminal:

  ${exampleEnvironment(portal.region)}

${services(portal)}

${dim('Ctrl-C stops everything; the data stays. npm start -- --reset begins anew, --help shows more.')}
`;

const main = async (): Promise<void> => {
  const options = readOptions();
  if (options.help) return console.log(usage);

  const startedAt = performance.now();
  const portal = await runUntilStopped((hooks) =>
    startPortal({
      ...hooks,
      stateFolder: options.state,
      ...(options.port !== undefined && { port: options.port }),
      reset: options.reset,
      conditions: options.weather,
      ...(options['no-back-office'] && { backOffice: 'silent' }),
      say: (message) => console.log(dim(message)),
      warn: (message) => console.warn(message),
      onLine: (name, line) => {
        if (options.verbose) console.log(dim(`${name}  ${line}`));
      },
    }),
  );
  if (portal) console.log(summary(portal, (performance.now() - startedAt) / 1000));
};

main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
