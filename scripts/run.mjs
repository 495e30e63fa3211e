// node scripts/run.mjs [NODE OPTION …] FILE [ARGUMENT …]
// Runs a file with the Node version from the packages, whatever version the machine has; uses built-in modules only. First installs the
// locked packages, including that Node version, if any is missing or has another version.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';
const node = `${root}node_modules/node/bin/node${isWindows ? '.exe' : ''}`;

/** Returns the packages of a lock file by folder; none if the file does not exist. */
const readPackages = (file) => {
  try {
    return JSON.parse(readFileSync(`${root}${file}`, 'utf8')).packages;
  } catch {
    return {};
  }
};

/**
 * Returns whether all locked packages are installed. Compares contents, because a checkout or a branch may change only
 * the lock file's date.
 */
const areAllInstalled = () => {
  // npm's record of installed packages.
  const installedPackages = readPackages('node_modules/.package-lock.json');
  const isInstalled = ([folder, { version, integrity, optional }]) => {
    const entry = installedPackages[folder];
    // Packages for other platforms are optional and not installed here.
    if (!entry) return optional === true;
    return entry.version === version && entry.integrity === integrity;
  };
  const lockedPackages = Object.entries(readPackages('package-lock.json')).filter(([folder]) => folder !== '');
  return Object.keys(installedPackages).length > 0 && lockedPackages.every(isInstalled);
};

const npm = (...args) => spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: isWindows }).status === 0;

const exitWithError = (message) => {
  console.error(`\n${message}`);
  process.exit(1);
};

if (!areAllInstalled()) {
  console.log('Installing the packages of package-lock.json …');
  if (!npm('ci', '--no-audit', '--no-fund', '--loglevel=error'))
    exitWithError('The packages could not be installed. Is the npm registry reachable from here? `npm ci` shows more.');
}
// The package downloads Node in an install script, which npm skips when it is configured to run none.
if (!existsSync(node) && !(npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error') && existsSync(node)))
  exitWithError(
    'The Node of the packages could not be installed: `npm rebuild node --ignore-scripts=false` shows more.',
  );

const args = process.argv.slice(2);
const [file, ...scriptArguments] = args;
if (file.endsWith('.ts') && realpathSync(process.execPath) === realpathSync(node)) {
  process.argv = [process.execPath, root + file, ...scriptArguments];
  await import(pathToFileURL(root + file).href);
} else {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit' });
  // Ctrl-C in a terminal reaches the child directly.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
