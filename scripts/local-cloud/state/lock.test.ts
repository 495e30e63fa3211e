import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';
import { isLocked, lock } from './lock.ts';

describe('a state folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = freshFolder();
  });

  /** A process of its own that keeps the folder until it is ended. */
  const otherHolder = async () => {
    const program = `import { lock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
lock(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return {
      pid: child.pid,
      kill: async () => {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
    };
  };

  test('has one local cloud at a time; the refusal names the process', () => {
    const unlock = lock(folder);
    expect(() => lock(folder)).toThrow(`process ${process.pid}`);
    expect(isLocked(folder)).toBe(true);
    unlock();
    expect(isLocked(folder)).toBe(false);
  });

  test('is refused while another process has it, and free as soon as that was killed', async () => {
    const { pid, kill } = await otherHolder();
    expect(() => lock(folder)).toThrow(`process ${pid}`);
    await kill();
    lock(folder)();
  });

  test('is not kept by a stranger who has the number of the process that was killed', () => {
    writeFileSync(join(folder, 'lock.pid'), String(process.ppid));
    lock(folder)();
  });
});
