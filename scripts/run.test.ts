import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

type Package = { readonly version: string; readonly integrity?: string; readonly optional?: boolean };
type Packages = Readonly<Record<string, Package>>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'));
  for (const name of ['scripts', 'bin', 'node_modules/node/bin']) mkdirSync(join(folder, name), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'run.mjs'), join(folder, 'scripts/run.mjs'));
  writeFileSync(join(folder, 'script.ts'), 'const args: unknown = process.argv.slice(2); console.log(args);');
  symlinkSync(process.execPath, getPackagedNode());
  createExecutable('bin/npm', 'echo "npm $*"');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const getPackagedNode = () => join(folder, 'node_modules/node/bin/node');
/** Creates a stub for npm, or for the packaged Node. */
const createExecutable = (file: string, script: string) => {
  rmSync(join(folder, file), { force: true });
  writeFileSync(join(folder, file), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, file), 0o755);
};
const writeLock = (file: string, packages: Packages) =>
  writeFileSync(join(folder, file), JSON.stringify({ packages: { '': { name: 'portal' }, ...packages } }));
const writePackageLock = (packages: Packages) => writeLock('package-lock.json', packages);
const writeInstalledLock = (packages: Packages) => writeLock('node_modules/.package-lock.json', packages);
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/run.mjs'), ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` },
  });
  return { status, stdout, stderr, hasInstalled: stdout.includes('npm ci'), hasRun: stdout.includes("[ '--now' ]") };
};
const runScript = () => run('script.ts', '--now');

const packageA = { version: '1.0.0', integrity: 'sha512-a' };
const packageB = { version: '2.0.0', integrity: 'sha512-b' };

test('installs in a fresh clone', () => {
  writePackageLock({ 'node_modules/a': packageA });
  expect(runScript()).toMatchObject({ status: 0, hasInstalled: true, hasRun: true });
});

test('skips the installation if all packages match, even with a newer lock file', () => {
  writePackageLock({ 'node_modules/a': packageA, 'node_modules/b': packageB });
  writeInstalledLock({ 'node_modules/a': packageA, 'node_modules/b': packageB });
  utimesSync(join(folder, 'package-lock.json'), new Date('2999-01-01'), new Date('2999-01-01'));
  expect(runScript()).toMatchObject({ status: 0, hasInstalled: false, hasRun: true });
});

test.each<[string, Packages]>([
  ['a package is missing', { 'node_modules/a': packageA }],
  [
    'a package has another version',
    { 'node_modules/a': packageA, 'node_modules/b': { ...packageB, version: '2.0.1' } },
  ],
  [
    'a package has another content',
    { 'node_modules/a': packageA, 'node_modules/b': { ...packageB, integrity: 'sha512-c' } },
  ],
])('installs if %s', (_, packages) => {
  writePackageLock({ 'node_modules/a': packageA, 'node_modules/b': packageB });
  writeInstalledLock(packages);
  expect(runScript()).toMatchObject({ status: 0, hasInstalled: true, hasRun: true });
});

test('ignores missing optional and additional installed packages', () => {
  writePackageLock({ 'node_modules/a': packageA, 'node_modules/b': { ...packageB, optional: true } });
  writeInstalledLock({ 'node_modules/a': packageA, 'node_modules/own': packageB });
  expect(runScript()).toMatchObject({ status: 0, hasInstalled: false, hasRun: true });
});

test('delegates to the packaged Node with options, arguments and exit code', () => {
  writePackageLock({ 'node_modules/a': packageA });
  writeInstalledLock({ 'node_modules/a': packageA });
  createExecutable('node_modules/node/bin/node', 'echo "packaged: $*"; exit 3');
  expect(run('--no-warnings', 'script.ts', '--now')).toMatchObject({
    status: 3,
    stdout: 'packaged: --no-warnings script.ts --now\n',
  });
});

test('downloads the packaged Node even if npm skips install scripts', () => {
  writePackageLock({ 'node_modules/a': packageA });
  writeInstalledLock({ 'node_modules/a': packageA });
  rmSync(getPackagedNode());
  createExecutable('bin/npm', `echo "npm $*"; ln -s ${process.execPath} ${getPackagedNode()}`);
  const { stdout, hasRun } = runScript();
  expect([hasRun, stdout]).toEqual([true, expect.stringContaining('npm rebuild node --ignore-scripts=false')]);
});

test('exits with a message if the packages cannot be installed', () => {
  writePackageLock({ 'node_modules/a': packageA });
  createExecutable('bin/npm', 'exit 1');
  expect(runScript()).toMatchObject({ status: 1, stderr: expect.stringContaining('packages could not be installed.') });
  writeInstalledLock({ 'node_modules/a': packageA });
  rmSync(getPackagedNode());
  expect(runScript()).toMatchObject({ status: 1, stderr: expect.stringContaining('Node of the packages could not') });
});
