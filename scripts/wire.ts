import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { toSettingsName } from '#infra/stages.ts';
import { createTemporaryPassword } from '#lambdas/lib/users/temporary-password.ts';
import { webConfigPath } from '#shared/api/headers.ts';
import { findTestSecret } from '#shared/config/captcha-providers.ts';
import { webConfig } from '#shared/config/web-config.ts';
import { createOptionsParser, runCommandLine } from './command-line.ts';
import { demoAccounts, demoPassword } from './demo/accounts.ts';
import { createUser } from './ops/users/create.ts';
import type { OpenedStage } from './ops/users/directory.ts';
import { openDirectory } from './ops/users/directory.ts';
import { stageOptions } from './ops/users/options.ts';

const usage = `Runs the HTTP tests that need only a site and the demo accounts, against a deployed stage.

  npm run wire -- --stage try-nightly   on AWS; creates the accounts with a random password
  npm run wire -- --stage local         the portal of npm start -- --no-back-office (--state is its data folder)`;

const read = (args: string[]) => {
  const options = createOptionsParser(stageOptions)(args);
  // Only a temporary stage has the settings of another stage.
  if (options.stage !== 'local' && toSettingsName(options.stage) === options.stage)
    throw new Error(`${options.stage} is neither local nor thrown away: demo accounts are not for it.`);
  return options;
};

/** Creates the demo accounts so that all of them can sign in, ignoring disabled and invited states. */
const createAccounts = async ({ directory }: Pick<OpenedStage, 'directory'>, password: string) => {
  for (const { region, email, roles, store } of demoAccounts) {
    const user = { region, email, storeId: store.id, storeName: store.name, roles };
    await createUser(directory, { by: 'operator', requestId: randomUUID() }, user, password);
  }
};

const run = async ({ stage: name, state }: ReturnType<typeof read>) => {
  const openedStage = await openDirectory(name, state);
  const isLocal = name === 'local';
  // The local cloud has no TLS.
  const site = isLocal ? openedStage.directory.site.replace('https:', 'http:') : openedStage.directory.site;
  const password = isLocal ? demoPassword : createTemporaryPassword(randomInt);
  if (!isLocal) await createAccounts(openedStage, password);
  const { captcha } = webConfig.parse(await (await fetch(site + webConfigPath)).json());
  // The captcha emulator issues tokens; with published test keys any text is accepted.
  const captchaOrigin = findTestSecret(captcha) === undefined ? new URL(captcha.scriptUrl).origin : '';
  const jestArguments = [
    'run',
    '--silent',
    'jest',
    '--',
    '--selectProjects',
    'wire',
    '--runTestsByPath',
    'e2e/api/isolation.test.ts',
  ];
  const env = { ...process.env, WIRE_SITE: site, WIRE_PASSWORD: password, WIRE_CAPTCHA: captchaOrigin };
  spawn('npm', jestArguments, { stdio: 'inherit', env, shell: process.platform === 'win32' }).once('exit', (code) =>
    process.exit(code ?? 1),
  );
};

await runCommandLine({ usage, read, run });
