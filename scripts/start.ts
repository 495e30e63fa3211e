import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import {
  alignColumns,
  flag,
  toErrorMessage,
  createNumberOption,
  createOptionsParser,
  runCommandLine,
} from './command-line.ts';
import { demoAccounts, demoPassword, invitationPassword } from './demo/accounts.ts';
import { startPortal } from './demo/portal.ts';
import type { Portal } from './demo/portal.ts';
import { createCertificate } from './local-cloud/certificate.ts';
import { runUntilStopped } from './local-cloud/run-until-stopped.ts';
import { toEnvironmentFile } from './local-cloud/sdk-environment.ts';

const usage = `npm start -- [options]

  --port N           port of the site; the services use the ports after it (4100, or 4120, 4140 … if it is in use; 0: any)
  --reset            delete all data and start again
  --state DIR        data folder (.local/data)
  --no-back-office   assign no RMA numbers: bookings stay pending
  --verbose          show what the functions log
  --http2            the site speaks HTTP/2 as CloudFront does, with a certificate that browsers warn of (needs openssl)

conditions as on AWS:

  --cognito-latency MS   delay each Cognito call by this many milliseconds (AWS: 150 to 3000)
  --cold-triggers        cold-start the functions that write Cognito's emails for each email
  --throttle-api         apply the limits of the API and its routes: 429 above them
  --firewall             the firewall's rates hold: past them only browsers pass, and none that floods`;

const read = createOptionsParser({
  // The emulated services use the ports after the site's.
  port: z.optional(createNumberOption(0, 65_500)),
  reset: flag,
  state: z._default(z.string(), resolve(import.meta.dirname, '../.local/data')),
  'no-back-office': flag,
  verbose: flag,
  http2: flag,
  'cognito-latency': z._default(createNumberOption(0, 99_999), 0),
  'cold-triggers': flag,
  'throttle-api': flag,
  firewall: flag,
});

const isTerminal = process.stdout.isTTY;
const createStyle = (code: number) => (text: string) => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = createStyle(1);
const dim = createStyle(2);

const formatAccounts = () =>
  alignColumns(
    demoAccounts.map(({ region, email, roles, store, state }) => [
      region,
      email,
      state === 'active'
        ? roles.join(', ') || 'no role'
        : { disabled: 'disabled', invited: 'invited, not yet registered', expired: 'invitation expired' }[state],
      store.id,
    ]),
  ).join('\n');

const formatSummary = (portal: Portal, seconds: number, stateFolder: string) => `
${bold('The portal is up')} ${dim(`(${seconds.toFixed(1)} s)`)}

  Site          ${bold(portal.siteUrl)}
  Inbox         ${portal.inboxUrl}
  Back office   ${portal.backOfficeUrl}

${bold('Demo accounts')}   password ${demoPassword}   invited: ${invitationPassword}

${formatAccounts()}

${bold('Emulated AWS services')}   for any SDK or the AWS CLI (from 2.13 on), in another terminal:

  set -a; . ${toEnvironmentFile(stateFolder)}; set +a; aws dynamodb list-tables

${dim('Ctrl-C stops everything; the data stays. npm start -- --reset begins anew, --help shows more.')}
`;

const run = async (options: ReturnType<typeof read>) => {
  const { port, reset, state: stateFolder, verbose } = options;
  const startedAt = performance.now();
  try {
    mkdirSync(stateFolder, { recursive: true });
    accessSync(stateFolder, constants.W_OK);
  } catch (error) {
    throw new Error(`No data can be kept in ${stateFolder}: ${toErrorMessage(error)}`, { cause: error });
  }
  const portal = await runUntilStopped((hooks) =>
    startPortal({
      ...hooks,
      stateFolder,
      ...(port !== undefined && { port }),
      reset,
      ...(options.http2 && { certificate: createCertificate() }),
      hasHistory: true,
      conditions: {
        cognitoLatencyMs: options['cognito-latency'],
        hasColdTriggers: options['cold-triggers'],
        throttlesApi: options['throttle-api'],
        hasFirewall: options.firewall,
      },
      ...(options['no-back-office'] && { backOffice: 'silent' }),
      say: (message) => console.log(dim(message)),
      warn: (message) => console.warn(message),
      onLine: (name, line) => {
        if (verbose) console.log(dim(`${name}  ${line}`));
      },
    }),
  );
  if (portal) console.log(formatSummary(portal, (performance.now() - startedAt) / 1000, stateFolder));
};

await runCommandLine({ usage, read, run, explain: (error) => `\n${toErrorMessage(error)}` });
