// Runs before `npm start`, `npm test` and the others, on whatever Node the machine has: built-ins only.
// Installs the locked packages (with them the Node that every script runs on) when they are missing or older than the lock.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = `${root}package-lock.json`;
const installed = `${root}node_modules/.package-lock.json`;

if (!existsSync(installed) || statSync(lock).mtimeMs > statSync(installed).mtimeMs) {
  console.log('Installing the packages of package-lock.json …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(
      '\nThe packages could not be installed. Is the npm registry reachable from here? `npm ci` shows more.',
    );
    process.exit(1);
  }
}
