import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../temporary-folder.ts';
import { lock } from './lock.ts';

describe('a state folder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  test('has one local cloud at a time; the refusal names the process', () => {
    lock(folder.path);
    expect(() => lock(folder.path)).toThrow(`process ${process.pid}`);
  });

  test('is free again after it was given back', () => {
    lock(folder.path)();
    expect(() => lock(folder.path)).not.toThrow();
  });

  test('is taken over from a process that is gone', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(folder.path, 'lock'), String(pid));
    expect(() => lock(folder.path)).not.toThrow();
  });

  test('is taken over when its lock makes no sense', () => {
    writeFileSync(join(folder.path, 'lock'), '');
    expect(() => lock(folder.path)).not.toThrow();
  });
});
