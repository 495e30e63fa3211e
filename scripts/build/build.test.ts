import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { lock } from '../local-cloud/state/lock.ts';
import { computeFingerprint, lockWhenFree } from './build.ts';

const folder = createTestFolder();
const toPath = (name: string) => join(folder, name);
const readFingerprint = () => computeFingerprint([folder, toPath('absent')]);

test('computeFingerprint changes if a source is added or touched, but not if a test is', () => {
  mkdirSync(toPath('deep'));
  writeFileSync(toPath('deep/a.ts'), '1');
  const firstFingerprint = readFingerprint();
  expect(readFingerprint()).toBe(firstFingerprint);

  writeFileSync(toPath('deep/a.test.ts'), '1');
  expect(readFingerprint()).toBe(firstFingerprint);

  utimesSync(toPath('deep/a.ts'), 1, 1);
  const secondFingerprint = readFingerprint();
  expect(secondFingerprint).not.toBe(firstFingerprint);

  writeFileSync(toPath('b.ts'), '1');
  expect(readFingerprint()).not.toBe(secondFingerprint);
  rmSync(toPath('b.ts'));
  expect(readFingerprint()).toBe(secondFingerprint);
});

test('lockWhenFree waits, logs once and stops when aborted', async () => {
  const unlock = lock(toPath('build'));
  const messages: string[] = [];
  const log = (message: string) => void messages.push(message);
  const controller = new AbortController();
  const abortedLock = lockWhenFree(toPath('build'), log, controller.signal);
  const waitingLock = lockWhenFree(toPath('build'), log);
  controller.abort();
  await expect(abortedLock).rejects.toMatchObject({ name: 'AbortError' });
  unlock();
  (await waitingLock)();
  expect(messages).toEqual(Array(2).fill('Waiting for another build to end …'));
});
