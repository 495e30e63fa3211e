import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../temporary-folder.ts';
import { isLocked, lock } from './lock.ts';

describe('a state folder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  /** A process of its own that keeps the folder until it is ended. */
  const otherHolder = async () => {
    const program = `import { lock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
lock(${JSON.stringify(folder.path)}); console.log('locked'); setInterval(() => {}, 1000);`;
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
    const unlock = lock(folder.path);
    expect(() => lock(folder.path)).toThrow(`process ${process.pid}`);
    expect(isLocked(folder.path)).toBe(true);
    unlock();
    expect(isLocked(folder.path)).toBe(false);
  });

  test('is refused while another process has it, and free as soon as that was killed', async () => {
    const { pid, kill } = await otherHolder();
    expect(() => lock(folder.path)).toThrow(`process ${pid}`);
    await kill();
    lock(folder.path)();
  });

  test('is not kept by a stranger who has the number of the process that was killed', () => {
    writeFileSync(join(folder.path, 'lock.pid'), String(process.ppid));
    lock(folder.path)();
  });

  test('that is not there is not locked', () => {
    expect(isLocked(join(folder.path, 'absent'))).toBe(false);
  });
});
