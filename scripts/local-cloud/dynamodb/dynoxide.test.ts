import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';
import { endOrphan, findProgram, startDatabase } from './dynoxide.ts';

describe('the database', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = freshFolder();
    file = join(folder, 'db');
  });

  const pidOf = () => Number(readFileSync(`${file}.pid`, 'utf8'));
  const start = (onEnd: (what: string) => void = () => {}) => startDatabase(file, onEnd);

  test('whose supervisor was killed with everything else is ended before the file is used again', async () => {
    // As if it had been left behind: its command line names the file.
    const orphan = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)', file], { stdio: 'ignore' });
    const gone = once(orphan, 'exit');
    writeFileSync(`${file}.pid`, String(orphan.pid));
    await endOrphan(file);
    expect(await gone).toEqual([null, 'SIGTERM']);
    expect(existsSync(`${file}.pid`)).toBe(false);
  });

  test('that has been noted under the number of a stranger leaves the stranger alone', async () => {
    writeFileSync(`${file}.pid`, String(process.pid));
    const { stop } = await start();
    await stop();
  });

  test('that ends by itself is heard of', async () => {
    const heard: string[] = [];
    const { stop } = await start((what) => heard.push(what));
    process.kill(pidOf(), 'SIGKILL');
    await eventually('somebody hears of it', () => heard.length > 0);
    expect(heard.join()).toContain('ended by itself');
    await stop();
  });

  test('that does not come up is refused with what it said, and leaves nothing', async () => {
    const heard: string[] = [];
    // Node takes “serve” for a file that isn't there.
    const starting = startDatabase(
      file,
      (what) => heard.push(what),
      '',
      () => process.execPath,
    );
    await expect(starting).rejects.toThrow(/does not answer[^]*MODULE_NOT_FOUND/);
    expect([existsSync(`${file}.pid`), heard]).toEqual([false, []]);
  });

  test('that is given is taken in the place of a program, and has to answer', async () => {
    const { endpoint, stop } = await start();
    const given = (url: string) => startDatabase(join(folder, 'other'), () => {}, url);
    await (await given(endpoint)).stop();
    expect((await given(endpoint)).endpoint).toBe(endpoint);
    await stop();
    await expect(given(endpoint)).rejects.toThrow(`Nothing answers at LOCAL_DYNAMODB_ENDPOINT (${endpoint}).`);
  });

  test('is installed once for another platform, and where that fails the one more command is named', () => {
    const asked: string[] = [];
    const find = (hasProgram: boolean) =>
      findProgram('darwin-arm64', folder, (wanted, home) => {
        asked.push(wanted);
        const unpacked = join(home, 'node_modules/@dynoxide/darwin-arm64');
        mkdirSync(unpacked, { recursive: true });
        if (hasProgram) writeFileSync(join(unpacked, 'dynoxide'), 'program');
      });
    expect(() => find(false)).toThrow(
      /One more command: npm install --no-save @dynoxide\/darwin-arm64@\d[^]*LOCAL_DYNAMODB_ENDPOINT=/,
    );
    expect(find(true)).toBe(find(true));
    expect(asked).toEqual([asked[0], asked[0]]);
  });
});
