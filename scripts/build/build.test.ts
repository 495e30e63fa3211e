import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';
import { lock } from '../local-cloud/state/lock.ts';
import { fingerprint, lockWhenFree } from './build.ts';

const folder = freshFolder();
const file = (name: string) => join(folder, name);
const now = () => fingerprint([folder, file('absent')]);

test('changes when a source is added, written or removed, whatever its date, and not for tests', () => {
  mkdirSync(file('deep'));
  writeFileSync(file('deep/a.ts'), '1');
  const first = now();
  expect(now()).toBe(first);

  writeFileSync(file('deep/a.test.ts'), '1');
  expect(now()).toBe(first);

  utimesSync(file('deep/a.ts'), 1, 1);
  const second = now();
  expect(second).not.toBe(first);

  writeFileSync(file('b.ts'), '1');
  expect(now()).not.toBe(second);
  rmSync(file('b.ts'));
  expect(now()).toBe(second);
});

test('waits for another build, says so once, and stops waiting when it is not wanted any more', async () => {
  const unlock = lock(file('build'));
  const said: string[] = [];
  const say = (message: string) => void said.push(message);
  const controller = new AbortController();
  const unwanted = lockWhenFree(file('build'), say, controller.signal);
  const waiting = lockWhenFree(file('build'), say);
  controller.abort();
  await expect(unwanted).rejects.toMatchObject({ name: 'AbortError' });
  unlock();
  (await waiting)();
  expect(said).toEqual(Array(2).fill('Waiting for another build to end …'));
});
