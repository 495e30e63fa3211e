import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LocalCloud } from './local-cloud/start-local-cloud.ts';
import { startLocalCloud } from './local-cloud/start-local-cloud.ts';

const root = resolve(import.meta.dirname, '..');
const sources = ['shared', 'lambdas', 'infra'].map((folder) => join(root, folder));

/** The local cloud, brought up anew whenever what it is made of changes; the data stays. */
const startCloud = async () => {
  const start = async (port?: number) => {
    const started = await startLocalCloud({
      stateFolder: join(root, '.local/data'),
      ...(port !== undefined && { port }),
      say: (message) => console.log(message),
      warn: (message) => console.warn(message),
      onLine: (name, line) => console.log(`${name}  ${line}`),
    });
    console.log(`  Inbox ${started.inboxUrl}   Back office ${started.backOfficeUrl}`);
    return started;
  };
  let cloud: LocalCloud | undefined = await start();
  const { siteUrl } = cloud;
  let changes: Promise<void> = Promise.resolve();

  const restart = async () => {
    await cloud?.stop();
    cloud = undefined;
    // A mistake in the code is no reason to end: the next change may mend it.
    cloud = await start(Number(new URL(siteUrl).port)).catch((error: unknown) => void console.error(error));
    if (cloud) console.log('The local cloud is up again.');
  };
  let waiting: NodeJS.Timeout | undefined;
  for (const folder of sources) {
    watch(folder, { recursive: true }, (_, file) => {
      if (!file || file.endsWith('.test.ts')) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => (changes = changes.then(restart)), 200);
    });
  }
  return {
    siteUrl,
    stop: async () => {
      await changes;
      await cloud?.stop();
    },
  };
};

const cloud = await startCloud();
const vite = spawn(
  process.execPath,
  [join(root, 'node_modules/vite/bin/vite.js'), '--config', join(root, 'web/vite.config.ts')],
  {
    stdio: 'inherit',
    env: { ...process.env, PORTAL_ORIGIN: cloud.siteUrl },
  },
);
console.log('  The page follows web/ at once; functions and infrastructure follow within seconds.');

const stop = async (code: number) => {
  vite.kill();
  await cloud.stop();
  process.exit(code);
};
vite.once('exit', (code) => void stop(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));
