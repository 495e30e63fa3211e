import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

type Package = { readonly version: string; readonly integrity?: string; readonly optional?: boolean };
type Packages = Readonly<Record<string, Package>>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'));
  for (const name of ['scripts', 'bin', 'node_modules']) mkdirSync(join(folder, name));
  copyFileSync(join(import.meta.dirname, 'install-needed.mjs'), join(folder, 'scripts/install-needed.mjs'));
  npm('echo "npm $1"');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What stands in for npm on the path. */
const npm = (script: string) => {
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'bin/npm'), 0o755);
};
const writeLock = (file: string, packages: Packages) =>
  writeFileSync(join(folder, file), JSON.stringify({ packages: { '': { name: 'portal' }, ...packages } }));
const locked = (packages: Packages) => writeLock('package-lock.json', packages);
const installed = (packages: Packages) => writeLock('node_modules/.package-lock.json', packages);
const run = () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/install-needed.mjs')], {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` },
  });
  return { status, stderr, hasInstalled: stdout.includes('npm ci') };
};

const a = { version: '1.0.0', integrity: 'sha512-a' };
const b = { version: '2.0.0', integrity: 'sha512-b' };

test('a fresh clone installs', () => {
  locked({ 'node_modules/a': a });
  expect(run()).toMatchObject({ status: 0, hasInstalled: true });
});

test('what is there as it is locked is not installed again, however new the lock is', () => {
  locked({ 'node_modules/a': a, 'node_modules/b': b });
  installed({ 'node_modules/a': a, 'node_modules/b': b });
  utimesSync(join(folder, 'package-lock.json'), new Date('2999-01-01'), new Date('2999-01-01'));
  expect(run()).toMatchObject({ status: 0, hasInstalled: false });
});

test.each<[string, Packages]>([
  ['a package is missing', { 'node_modules/a': a }],
  ['a package has another version', { 'node_modules/a': a, 'node_modules/b': { ...b, version: '2.0.1' } }],
  ['a package has another content', { 'node_modules/a': a, 'node_modules/b': { ...b, integrity: 'sha512-c' } }],
])('it installs when %s', (_, packages) => {
  locked({ 'node_modules/a': a, 'node_modules/b': b });
  installed(packages);
  expect(run()).toMatchObject({ status: 0, hasInstalled: true });
});

test('what another platform needs may be missing, and what this one has besides may be there', () => {
  locked({ 'node_modules/a': a, 'node_modules/b': { ...b, optional: true } });
  installed({ 'node_modules/a': a, 'node_modules/own': b });
  expect(run()).toMatchObject({ status: 0, hasInstalled: false });
});

test('packages that cannot be installed end the command, with a sentence', () => {
  locked({ 'node_modules/a': a });
  npm('exit 1');
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toContain('The packages could not be installed.');
});
