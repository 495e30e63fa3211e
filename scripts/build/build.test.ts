import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { lock } from '../local-cloud/state/lock.ts';
import { fingerprint, lockWhenFree } from './build.ts';

const folder = createTestFolder();
const toPath = (name: string) => join(folder, name);
const computeFingerprint = () => fingerprint([folder, toPath('absent')]);

test('fingerprint changes with sources, whatever their dates, not with tests', () => {
  mkdirSync(toPath('deep'));
  writeFileSync(toPath('deep/a.ts'), '1');
  const first = computeFingerprint();
  expect(computeFingerprint()).toBe(first);

  writeFileSync(toPath('deep/a.test.ts'), '1');
  expect(computeFingerprint()).toBe(first);

  utimesSync(toPath('deep/a.ts'), 1, 1);
  const second = computeFingerprint();
  expect(second).not.toBe(first);

  writeFileSync(toPath('b.ts'), '1');
  expect(computeFingerprint()).not.toBe(second);
  rmSync(toPath('b.ts'));
  expect(computeFingerprint()).toBe(second);
});

test('lockWhenFree waits, logs once and stops when aborted', async () => {
  const unlock = lock(toPath('build'));
  const messages: string[] = [];
  const log = (message: string) => void messages.push(message);
  const controller = new AbortController();
  const aborted = lockWhenFree(toPath('build'), log, controller.signal);
  const waiting = lockWhenFree(toPath('build'), log);
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  unlock();
  (await waiting)();
  expect(messages).toEqual(Array(2).fill('Waiting for another build to end …'));
});
