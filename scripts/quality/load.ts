import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod/mini';
import { findStage } from '#infra/stages.ts';
import { createTemporaryPassword } from '#lambdas/lib/users/temporary-password.ts';
import { webConfigPath } from '#shared/api/headers.ts';
import { findTestSecret } from '#shared/config/captcha-providers.ts';
import { webConfig } from '#shared/config/web-config.ts';
import { createNumberOption, createOptionsParser, runCommandLine, toErrorMessage } from '../command-line.ts';
import { createUser } from '../ops/users/create.ts';
import type { Directory } from '../ops/users/directory.ts';
import { openDirectory } from '../ops/users/directory.ts';
import { stageOptions } from '../ops/users/options.ts';
import type { LoadPlan, LoadUser } from './load/plan.ts';
import { createArtilleryScript } from './load/plan.ts';

const artillery = 'artillery@2.0.34';

/** Number of people who sign in within two minutes on a Monday morning, for a thousand stores (docs/decisions/30). */
const mondayVisitorCount = 3000;
const mondaySeconds = 120;

const usage = `Loads a stage that keeps no data with a Monday morning: ${mondayVisitorCount} people sign in within ${mondaySeconds} seconds and look at
lists, and 3.5 a second book a repair or a return.

  npm run load -- --stage local                a tenth of this load, against the portal of npm start
  npm run load -- --stage dev --share 1        the whole load
  npm run load -- --stage dev --share 10       ten times the load

  --share     share of a Monday morning (0.1)
  --users     number of accounts that people share; created before, deleted afterwards (30)
  --state     data folder of the local cloud (.local/data)

Fetches ${artillery} with npx. Exits with 1 if one in a hundred visits failed or, except for local, one response in a
hundred took more than 3 seconds. docs/runbooks/quotas.md says what to prepare and to watch.`;

const read = (args: string[]) => {
  const options = createOptionsParser({
    ...stageOptions,
    share: z._default(createNumberOption(0.001, 100, z.number()), 0.1),
    users: z._default(createNumberOption(1, 3000), 30),
  })(args);
  if (findStage(options.stage).keepsData)
    throw new Error(`${options.stage} keeps its data: what a load test books would stay there.`);
  return options;
};

const region = 'nuk';
const roles = ['register-repairs', 'register-returns'] as const;

const createUsers = async (directory: Directory, users: readonly LoadUser[]) => {
  for (const { email, password, storeId } of users) {
    const person = { region, email, storeId, storeName: `Load test ${storeId}`, roles } as const;
    await createUser(directory, { by: 'operator', requestId: randomUUID() }, person, password);
  }
};

/** Deletes the users that were created, and prints those that could not be deleted. */
const removeUsers = async ({ users: store, administration }: Directory, users: readonly LoadUser[]) => {
  for (const { email } of users)
    try {
      const user = await store.findByEmail(region, email);
      if (user) await administration.remove({ by: 'operator', requestId: randomUUID() }, user);
    } catch (error) {
      console.error(`${email} could not be deleted: ${toErrorMessage(error)}`);
    }
};

/** Returns the URL at which the emulated captcha issues tokens; undefined for the providers' published test keys. */
const findCaptchaUrl = async (site: string): Promise<string | undefined> => {
  const { captcha } = webConfig.parse(await (await fetch(new URL(webConfigPath, site))).json());
  return findTestSecret(captcha) === undefined
    ? `${new URL(captcha.scriptUrl).origin}/recaptcha/api2/userverify`
    : undefined;
};

/** Runs Artillery and returns its exit code. */
const runArtillery = async (plan: Omit<LoadPlan, 'processor'>): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  try {
    const script = join(folder, 'load.json');
    const processor = join(folder, 'processor.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'load/processor.ts')],
      outfile: processor,
      format: 'esm',
    });
    writeFileSync(script, JSON.stringify(createArtilleryScript({ ...plan, processor }, new Date())), { mode: 0o600 });
    // Ctrl-C stops Artillery only, so that the users are deleted afterwards.
    process.on('SIGINT', () => {});
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
    const child = spawn('npx', ['--yes', artillery, 'run', script], {
      stdio: 'inherit',
      env: { ...process.env, PATH, ARTILLERY_DISABLE_TELEMETRY: 'true' },
      shell: process.platform === 'win32',
    });
    return await new Promise<number>((resolve, reject) =>
      child.once('error', reject).once('exit', (code) => resolve(code ?? 1)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const run = async ({ stage, state, share, users: count }: ReturnType<typeof read>) => {
  const { directory } = await openDirectory(stage, state);
  // The local site has no TLS.
  const site = stage === 'local' ? directory.site.replace('https:', 'http:') : directory.site;
  const runId = randomUUID().slice(0, 8);
  const password = createTemporaryPassword(randomInt);
  const users = Array.from({ length: count }, (_, index) => ({
    email: `load-${runId}-${index}@load.example`,
    password,
    storeId: `LOAD-${index}`,
  }));
  try {
    await createUsers(directory, users);
    const visitorCount = Math.ceil(mondayVisitorCount * share);
    const captchaUrl = await findCaptchaUrl(site);
    process.exitCode = await runArtillery({
      site,
      region,
      users,
      captchaUrl,
      visitorCount,
      durationSeconds: mondaySeconds,
    });
  } finally {
    await removeUsers(directory, users);
  }
};

await runCommandLine({ usage, read, run });
