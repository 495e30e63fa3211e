// node scripts/run.mjs [NODE OPTION …] FILE [ARGUMENT …]
// Runs a file on the Node that comes with the packages, whatever Node the machine has: built-ins only. What of the locked packages is not
// there in its locked version is installed before, that Node above all.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';
const node = `${root}node_modules/node/bin/node${isWindows ? '.exe' : ''}`;

/** What a lock file says of its packages, by their folders; nothing when there is no such file. */
const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(`${root}${file}`, 'utf8')).packages;
  } catch {
    return {};
  }
};

/** By content: a checkout or a branch gives the lock a new date and changes nothing. */
const areInstalled = () => {
  // npm's own note of what it has installed.
  const installed = packagesOf('node_modules/.package-lock.json');
  const isThere = ([folder, { version, integrity, optional }]) => {
    const found = installed[folder];
    // What only another platform needs is not installed here.
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity;
  };
  const locked = Object.entries(packagesOf('package-lock.json')).filter(([folder]) => folder !== '');
  return Object.keys(installed).length > 0 && locked.every(isThere);
};

const npm = (...args) => spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: isWindows }).status === 0;

const end = (message) => {
  console.error(`\n${message}`);
  process.exit(1);
};

if (!areInstalled()) {
  console.log('Installing the packages of package-lock.json …');
  if (!npm('ci', '--no-audit', '--no-fund', '--loglevel=error'))
    end('The packages could not be installed. Is the npm registry reachable from here? `npm ci` shows more.');
}
// It is fetched by a script of its package, which npm leaves out when it is told to run none.
if (!existsSync(node) && !(npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error') && existsSync(node)))
  end('The Node of the packages could not be installed: `npm rebuild node --ignore-scripts=false` shows more.');

const args = process.argv.slice(2);
const [file, ...rest] = args;
if (file.endsWith('.ts') && realpathSync(process.execPath) === realpathSync(node)) {
  process.argv = [process.execPath, root + file, ...rest];
  await import(pathToFileURL(root + file).href);
} else {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the child by itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
