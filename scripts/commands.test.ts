import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { temporaryFolder } from './local-cloud/temporary-folder.ts';

const root = resolve(import.meta.dirname, '..');
const folder = temporaryFolder();
afterAll(() => folder.remove());
const workbook = (name: string) => join(folder.path, `${name}.xlsx`);

/** Each command of README in small: arguments, and what it says. Those that change something only say how they are used. */
const small: readonly (readonly [command: string, args: readonly string[], says: RegExp])[] = [
  ['start', ['--help'], /--no-back-office/],
  ['e2e', ['--browser', 'opera'], /one of chromium, firefox, webkit/],
  ['walk', ['--help'], /--widths/],
  ['create-user', [], /--groups/],
  ['users', [], /reconcile/],
  ['forget', [], /--stage is missing/],
  ['secrets', [], /captcha/],
  ['contract', ['--help'], /--stage dev/],
  ['faults', ['--help'], /lost-answers/],
  ['catalogue', ['repairs', '--export', workbook('repairs')], /repairs\.xlsx/],
  ['catalogue', ['repairs', workbook('repairs'), '--dry-run'], /./],
  ['catalogue', ['returns', '--export', workbook('returns')], /returns\.xlsx/],
  ['model', ['--runs', '2'], /explains every run/],
  ['bench', ['--once', 'middleware', 'booking', 'returns'], /^(?!.*could not run)/s],
];

/** What a command says on either of its outputs, whether it ends well or not. */
const said = (command: string, args: readonly string[]) =>
  new Promise<string>((done) =>
    execFile(process.execPath, [join(root, `scripts/${command}.ts`), ...args], { cwd: root }, (_, stdout, stderr) =>
      done(stdout + stderr),
    ),
  );

test.each(small)(
  '%s %s',
  async (command, args, says) => {
    const text = await said(command, args);
    expect(text).toMatch(says);
    expect(text).not.toMatch(/^\s+at .*\(?(file|node):/m);
  },
  120_000,
);

test('e2e says what to install where the browser is missing, and ends with 2', async () => {
  const env = { ...process.env, FIREFOX_PATH: join(folder.path, 'firefox') };
  const run = promisify(execFile)(process.execPath, ['scripts/e2e.ts', '--browser=firefox'], { cwd: root, env });
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('apt-get install firefox-esr') });
}, 60_000);

/** They take minutes, a browser, or the port of the site. */
const large = ['dev', 'pictures', 'restore-drill', 'documents'];

test('README has no command but these, and those of tools', () => {
  const named = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/`?npm run ([a-z0-9-]+)/g);
  const ours = [...named].map(([, name = '']) => name).filter((name) => existsSync(join(root, `scripts/${name}.ts`)));
  const known = new Set([...small.map(([command]) => command), ...large]);
  expect(ours.filter((name) => !known.has(name))).toEqual([]);
});
