import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';
import { findProgram } from './install.ts';

const root = resolve(import.meta.dirname, '../../..');
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>;
};
const version = optionalDependencies['@dynoxide/linux-x64'];

describe('the program of the database', () => {
  let folder: string;
  const asked: string[] = [];
  const said: string[] = [];
  const on = (platform: string, install: (wanted: string, into: string) => void) =>
    findProgram({
      platform,
      folder: folder,
      say: (message) => said.push(message),
      install: (wanted, into) => {
        asked.push(wanted);
        install(wanted, into);
      },
    });
  /** What npm leaves in the folder. */
  const unpack = (file: string) => (wanted: string, into: string) => {
    const home = join(into, 'node_modules', wanted.slice(0, wanted.lastIndexOf('@')));
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, file), 'program');
  };

  beforeEach(() => {
    folder = freshFolder();
    asked.splice(0);
    said.splice(0);
  });

  test.each([
    ['darwin-arm64', 'dynoxide'],
    ['win32-x64', 'dynoxide.exe'],
  ])('is installed for %s at the pinned version, once, and says so', async (platform, file) => {
    const program = await on(platform, unpack(file));
    expect([existsSync(program), program.startsWith(folder)]).toEqual([true, true]);
    expect(await on(platform, unpack(file))).toBe(program);
    expect(asked).toEqual([`@dynoxide/${platform}@${version}`]);
    expect(said.join()).toContain(`DynamoDB for ${platform}`);
  });

  test('is the next time the one of the new version', async () => {
    const old = join(folder, '0.0.1/node_modules/@dynoxide/darwin-arm64');
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, 'dynoxide'), 'old');
    expect(await on('darwin-arm64', unpack('dynoxide'))).toContain(`/${version}/`);
    expect(asked).toHaveLength(1);
  });

  test('that cannot be installed is refused with the reason and the one more command', async () => {
    const failing = on('darwin-arm64', () => {
      throw new Error('npm error 404');
    });
    await expect(failing).rejects.toThrow(/darwin-arm64: npm error 404\nOne more command: .*\n.*docker run .*/);
    await expect(on('darwin-arm64', () => {})).rejects.toThrow('LOCAL_DYNAMODB_ENDPOINT');
  });

  test('is not looked for where it is not made', async () => {
    await expect(on('sunos-x64', unpack('dynoxide'))).rejects.toThrow(/not made for it.*\nOne more command/);
    expect(asked).toEqual([]);
  });
});
