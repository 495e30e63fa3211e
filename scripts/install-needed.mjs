// Runs before `npm start`, `npm test` and the others, on whatever Node the machine has: built-ins only.
// Installs the locked packages (with them the Node that every script runs on) unless each is there in its locked version.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a lock file says of its packages, by their folders; nothing when there is no such file. */
const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(`${root}${file}`, 'utf8')).packages;
  } catch {
    return {};
  }
};

// npm's own note of what it has installed. By content: a checkout or a branch gives the lock a new date and changes nothing.
const installed = packagesOf('node_modules/.package-lock.json');
const isThere = ([folder, { version, integrity, optional }]) => {
  const found = installed[folder];
  // What only another platform needs is not installed here.
  if (!found) return optional === true;
  return found.version === version && found.integrity === integrity;
};
const locked = Object.entries(packagesOf('package-lock.json')).filter(([folder]) => folder !== '');

if (Object.keys(installed).length === 0 || !locked.every(isThere)) {
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
