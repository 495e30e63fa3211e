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
  writeFileSync(join(folder, 'said.ts'), 'const said: unknown = process.argv.slice(2); console.log(said);');
  symlinkSync(process.execPath, packaged());
  executable('bin/npm', 'echo "npm $*"');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const packaged = () => join(folder, 'node_modules/node/bin/node');
/** Stands in for npm, or for the Node of the packages. */
const executable = (file: string, script: string) => {
  rmSync(join(folder, file), { force: true });
  writeFileSync(join(folder, file), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, file), 0o755);
};
const writeLock = (file: string, packages: Packages) =>
  writeFileSync(join(folder, file), JSON.stringify({ packages: { '': { name: 'portal' }, ...packages } }));
const locked = (packages: Packages) => writeLock('package-lock.json', packages);
const installed = (packages: Packages) => writeLock('node_modules/.package-lock.json', packages);
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/run.mjs'), ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` },
  });
  return { status, stdout, stderr, hasInstalled: stdout.includes('npm ci'), hasRun: stdout.includes("[ '--now' ]") };
};
const runSaid = () => run('said.ts', '--now');

const a = { version: '1.0.0', integrity: 'sha512-a' };
const b = { version: '2.0.0', integrity: 'sha512-b' };

test('a fresh clone installs', () => {
  locked({ 'node_modules/a': a });
  expect(runSaid()).toMatchObject({ status: 0, hasInstalled: true, hasRun: true });
});

test('what is there as it is locked is not installed again, however new the lock is', () => {
  locked({ 'node_modules/a': a, 'node_modules/b': b });
  installed({ 'node_modules/a': a, 'node_modules/b': b });
  utimesSync(join(folder, 'package-lock.json'), new Date('2999-01-01'), new Date('2999-01-01'));
  expect(runSaid()).toMatchObject({ status: 0, hasInstalled: false, hasRun: true });
});

test.each<[string, Packages]>([
  ['a package is missing', { 'node_modules/a': a }],
  ['a package has another version', { 'node_modules/a': a, 'node_modules/b': { ...b, version: '2.0.1' } }],
  ['a package has another content', { 'node_modules/a': a, 'node_modules/b': { ...b, integrity: 'sha512-c' } }],
])('it installs when %s', (_, packages) => {
  locked({ 'node_modules/a': a, 'node_modules/b': b });
  installed(packages);
  expect(runSaid()).toMatchObject({ status: 0, hasInstalled: true, hasRun: true });
});

test('what another platform needs may be missing, and what this one has besides may be there', () => {
  locked({ 'node_modules/a': a, 'node_modules/b': { ...b, optional: true } });
  installed({ 'node_modules/a': a, 'node_modules/own': b });
  expect(runSaid()).toMatchObject({ status: 0, hasInstalled: false, hasRun: true });
});

test('another Node hands over to that of the packages, with its options and arguments, and ends as it does', () => {
  locked({ 'node_modules/a': a });
  installed({ 'node_modules/a': a });
  executable('node_modules/node/bin/node', 'echo "packaged: $*"; exit 3');
  expect(run('--no-warnings', 'said.ts', '--now')).toMatchObject({
    status: 3,
    stdout: 'packaged: --no-warnings said.ts --now\n',
  });
});

test('the Node of the packages is fetched where npm was told to run no scripts', () => {
  locked({ 'node_modules/a': a });
  installed({ 'node_modules/a': a });
  rmSync(packaged());
  executable('bin/npm', `echo "npm $*"; ln -s ${process.execPath} ${packaged()}`);
  const { stdout, hasRun } = runSaid();
  expect([hasRun, stdout]).toEqual([true, expect.stringContaining('npm rebuild node --ignore-scripts=false')]);
});

test('packages that cannot be installed end the command, with a sentence', () => {
  locked({ 'node_modules/a': a });
  executable('bin/npm', 'exit 1');
  expect(runSaid()).toMatchObject({ status: 1, stderr: expect.stringContaining('packages could not be installed.') });
  installed({ 'node_modules/a': a });
  rmSync(packaged());
  expect(runSaid()).toMatchObject({ status: 1, stderr: expect.stringContaining('Node of the packages could not') });
});
