import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { createOptionsParser, runCommandLine } from './command-line.ts';
import { startPortal } from './demo/portal.ts';
import type { Portal } from './demo/portal.ts';
import { runUntilStopped } from './local-cloud/run-until-stopped.ts';

const root = resolve(import.meta.dirname, '..');
const sources = ['shared', 'lambdas', 'infra'].map((folder) => join(root, folder));

type Hooks = Parameters<Parameters<typeof runUntilStopped>[0]>[0];

/** Starts the portal, and restarts it whenever its sources change; the data is kept. */
const startCloud = async (hooks: Hooks) => {
  const start = async (port?: number) => {
    const portal = await startPortal({
      ...hooks,
      stateFolder: join(root, '.local/data'),
      ...(port !== undefined && { port }),
      say: (message) => console.log(message),
      warn: (message) => console.warn(message),
      onLine: (name, line) => console.log(`${name}  ${line}`),
    });
    console.log(`  Inbox ${portal.inboxUrl}   Back office ${portal.backOfficeUrl}`);
    return portal;
  };
  let portal: Portal | undefined = await start();
  const { siteUrl } = portal;
  let lastRestart: Promise<void> = Promise.resolve();

  const restart = async () => {
    if (hooks.signal.aborted) return;
    await portal?.stop();
    portal = undefined;
    // Keeps running after an error in the code, which the next change may fix.
    portal = await start(Number(new URL(siteUrl).port)).catch((error: unknown) => void console.error(error));
    if (portal) console.log('The local cloud is up again.');
  };
  let debounceTimer: NodeJS.Timeout | undefined;
  for (const folder of sources) {
    watch(folder, { recursive: true }, (_, file) => {
      if (!file || file.endsWith('.test.ts')) return;
      clearTimeout(debounceTimer);
      debounceTimer = setTimeout(() => (lastRestart = lastRestart.then(restart)), 200);
    });
  }
  return {
    siteUrl,
    stop: async () => {
      await lastRestart;
      await portal?.stop();
    },
  };
};

const startDevelopment = async (hooks: Hooks) => {
  const cloud = await startCloud(hooks);
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), '--config', join(root, 'web/vite.config.ts')],
    { stdio: 'inherit', env: { ...process.env, PORTAL_ORIGIN: cloud.siteUrl } },
  );
  vite.once('exit', (code) => hooks.onFailure(`Vite ended by itself (code ${code}).`));
  return {
    stop: async () => {
      vite.kill();
      await cloud.stop();
    },
  };
};

const usage = `Runs the whole portal on this machine like npm start, with hot reload, at Vite's address.

  npm run dev`;

const run = async () => {
  const development = await runUntilStopped(startDevelopment);
  if (development) console.log('  The page follows web/ at once; functions and infrastructure follow within seconds.');
};

await runCommandLine({ usage, read: createOptionsParser({}), run });
