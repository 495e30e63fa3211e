import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { startRollback } from './rollback.ts';

const folder = createTestFolder();
const { PATH = '' } = process.env;
afterEach(() => {
  process.env['PATH'] = PATH;
});

const installGh = (exitCode: number) => {
  writeFileSync(join(folder, 'gh'), `#!/usr/bin/env bash\necho "$*" > "$0.args"\nexit ${exitCode}\n`, { mode: 0o755 });
  process.env['PATH'] = [folder, PATH].join(delimiter);
};
const readArgs = () => readFileSync(join(folder, 'gh.args'), 'utf8').trim();

test('starts the workflow for the previous release or a named one', async () => {
  installGh(0);
  await startRollback('prod', undefined);
  expect(readArgs()).toBe('workflow run back.yml -f stage=prod');
  await startRollback('qa', '42');
  expect(readArgs()).toBe('workflow run back.yml -f stage=qa -f run=42');
});

test('throws if the workflow cannot be started', async () => {
  installGh(1);
  await expect(startRollback('prod', undefined)).rejects.toThrow('The workflow was not started');
  const emptyFolder = join(folder, 'empty');
  mkdirSync(emptyFolder);
  process.env['PATH'] = emptyFolder;
  await expect(startRollback('prod', undefined)).rejects.toThrow('(gh) is not installed');
});
