import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { isLocked, lock } from './lock.ts';

test('locks a folder until its process ends, despite reused process ids', async () => {
  const folder = createTestFolder();
  const program = `import { lock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
lock(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(() => lock(folder)).toThrow(`process ${child.pid}`);
  expect(isLocked(folder)).toBe(true);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  writeFileSync(join(folder, 'lock.pid'), String(process.ppid));
  expect(isLocked(folder)).toBe(false);
  lock(folder)();
});
