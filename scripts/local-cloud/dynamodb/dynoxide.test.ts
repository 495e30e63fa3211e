import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { endOrphan, findProgram, startDatabase } from './dynoxide.ts';

describe('startDatabase', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = createTestFolder();
    file = join(folder, 'db');
  });

  const readPid = () => Number(readFileSync(`${file}.pid`, 'utf8'));
  const start = (onEnd: (message: string) => void = () => {}) => startDatabase(file, onEnd);

  test('ends an orphaned database before its file is used again', async () => {
    // Simulates an orphan: its command line contains the file.
    const orphan = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)', file], { stdio: 'ignore' });
    const exited = once(orphan, 'exit');
    writeFileSync(`${file}.pid`, String(orphan.pid));
    await endOrphan(file);
    expect(await exited).toEqual([null, 'SIGTERM']);
    expect(existsSync(`${file}.pid`)).toBe(false);
  });

  test('leaves an unrelated process with the recorded process id alone', async () => {
    writeFileSync(`${file}.pid`, String(process.pid));
    const { stop } = await start();
    await stop();
  });

  test('calls onEnd when the database ends by itself', async () => {
    const endMessages: string[] = [];
    const { stop } = await start((message) => endMessages.push(message));
    process.kill(readPid(), 'SIGKILL');
    await eventually('onEnd is called', () => endMessages.length > 0);
    expect(endMessages.join()).toContain('ended by itself');
    await stop();
  });

  test("rejects with the program's error output when the database does not start", async () => {
    const endMessages: string[] = [];
    // Node interprets “serve” as a file that does not exist.
    const starting = startDatabase(
      file,
      (message) => endMessages.push(message),
      '',
      () => process.execPath,
    );
    await expect(starting).rejects.toThrow(/does not answer[^]*MODULE_NOT_FOUND/);
    expect([existsSync(`${file}.pid`), endMessages]).toEqual([false, []]);
  });

  test('uses a configured endpoint, and rejects if nothing answers there', async () => {
    const { endpoint, stop } = await start();
    const startWithEndpoint = (url: string) => startDatabase(join(folder, 'other'), () => {}, url);
    await (await startWithEndpoint(endpoint)).stop();
    expect((await startWithEndpoint(endpoint)).endpoint).toBe(endpoint);
    await stop();
    await expect(startWithEndpoint(endpoint)).rejects.toThrow(
      `Nothing answers at LOCAL_DYNAMODB_ENDPOINT (${endpoint}).`,
    );
  });

  test('installs the program once per platform, and names the command to run if that fails', () => {
    const installedPackages: string[] = [];
    const find = (hasProgram: boolean) =>
      findProgram('darwin-arm64', folder, (packageSpec, targetFolder) => {
        installedPackages.push(packageSpec);
        const packageFolder = join(targetFolder, 'node_modules/@dynoxide/darwin-arm64');
        mkdirSync(packageFolder, { recursive: true });
        if (hasProgram) writeFileSync(join(packageFolder, 'dynoxide'), 'program');
      });
    expect(() => find(false)).toThrow(
      /One more command: npm install --no-save @dynoxide\/darwin-arm64@\d[^]*LOCAL_DYNAMODB_ENDPOINT=/,
    );
    expect(find(true)).toBe(find(true));
    expect(installedPackages).toEqual([installedPackages[0], installedPackages[0]]);
  });
});
