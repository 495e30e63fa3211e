import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod/mini';
import { findStage } from '#infra/stages.ts';
import { webConfigPath } from '#shared/http.ts';
import { webConfig } from '#shared/web-config.ts';
import { messageOf, number, readOptions, runCommandLine } from './command-line.ts';
import type { Plan } from './load/plan.ts';
import { artilleryScript } from './load/plan.ts';
import { userChanges } from './users/changes.ts';
import { createUser } from './users/create.ts';
import { openDirectory } from './users/directory.ts';
import { ofStage } from './users/options.ts';

const artillery = 'artillery@2.0.34';

const usage = `Loads a stage that keeps nothing: people sign in, look at lists, book repairs and returns and have files read.

  npm run load -- --stage local                              two a second for half a minute, of the portal of npm start
  npm run load -- --stage dev --rate 250 --seconds 360 --users 300

  --rate      sign-ins a second at the top, after a ramp of a third of the time (2)
  --seconds   how long people come (30)
  --users     how many accounts they share; made before with a password that nobody is told, deleted afterwards (10)
  --state     of the local cloud: where it keeps its data (.local/data)

Fetches ${artillery} with npx. Ends with 1 when one in a hundred journeys failed or, but for
local, one answer in a hundred took over 3 seconds.
What to watch meanwhile, when to stop and what it costs: docs/runbooks/load.md`;

const read = readOptions({
  ...ofStage,
  rate: z._default(number(1, 1000), 2),
  seconds: z._default(number(1, 3600), 30),
  users: z._default(number(1, 3000), 10),
});

const region = 'nuk';
const storeId = 'LOAD-1';

/** Where the captcha of npm start is ticked by a call; a provider's is not asked. */
const captchaUrlOf = async (site: string) => {
  const { captcha } = webConfig.parse(await (await fetch(new URL(webConfigPath, site))).json());
  const { hostname, origin } = new URL(captcha.scriptUrl);
  return hostname === 'localhost' || hostname === '127.0.0.1' ? `${origin}/recaptcha/api2/userverify` : undefined;
};

const runArtillery = async (plan: Omit<Plan, 'processor'>) => {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  try {
    const script = join(folder, 'load.json');
    const processor = join(folder, 'processor.mjs');
    await build({ entryPoints: [join(import.meta.dirname, 'load/processor.ts')], outfile: processor, format: 'esm' });
    writeFileSync(script, JSON.stringify(artilleryScript({ ...plan, processor }, new Date())), { mode: 0o600 });
    // Ctrl-C ends Artillery, and then the users are deleted.
    process.on('SIGINT', () => {});
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
    const ran = spawn('npx', ['--yes', artillery, 'run', script], {
      stdio: 'inherit',
      env: { ...process.env, PATH, ARTILLERY_DISABLE_TELEMETRY: 'true' },
    });
    return await new Promise<number>((ended, failed) =>
      ran.once('error', failed).once('exit', (code) => ended(code ?? 1)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const run = async ({ stage: name, state, rate, seconds, users: wanted }: ReturnType<typeof read>) => {
  if (findStage(name).keepsData) throw new Error(`${name} keeps its data: what a load books would be there for good.`);
  const { directory } = await openDirectory(name, state);
  // The site of npm start has no TLS.
  const site = name === 'local' ? directory.site.replace('https:', 'http:') : directory.site;
  const actor = { by: 'operator', requestId: randomUUID() } as const;
  const password = `Lo4d-${randomBytes(18).toString('base64url')}`;
  const marked = actor.requestId.slice(0, 8);
  const users = Array.from({ length: wanted }, (_, index) => ({
    email: `load-${marked}-${index}@load.example`,
    password,
  }));
  const made: typeof users = [];
  try {
    for (const user of users) {
      made.push(user);
      const roles = ['register-repairs', 'register-returns'] as const;
      await createUser(directory, actor, { region, email: user.email, storeId, storeName: 'Load', roles }, password);
    }
    const captchaUrl = await captchaUrlOf(site);
    process.exitCode = await runArtillery({ site, region, storeId, users, captchaUrl, rate, seconds });
  } finally {
    for (const { email } of made)
      await userChanges(directory, actor)
        .remove({ region, email })
        .catch((error: unknown) => console.error(`${email} is left: ${messageOf(error)}`));
  }
};

await runCommandLine({ usage, read, run });
