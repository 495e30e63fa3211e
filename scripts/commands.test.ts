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

/** Each command of README in small: arguments, what it says, and how it ends. Those that change something only say how they are used. */
const small: readonly (readonly [command: string, args: readonly string[], says: RegExp, code?: number])[] = [
  ['start', ['--help'], /--no-back-office/],
  ['e2e', ['--browser', 'opera'], /one of chromium, firefox, webkit/, 2],
  ['walk', ['--help'], /--widths/],
  ['create-user', [], /--groups/, 1],
  ['users', [], /reconcile/, 1],
  ['forget', [], /--stage is missing[\s\S]*npm run forget/, 1],
  ['records', ['--help'], /builds the search table anew/],
  ['secrets', [], /captcha/, 1],
  ['contract', ['--help'], /--stage dev/],
  ['faults', ['--help'], /lost-answers/],
  ['catalogue', ['repairs', '--export', workbook('repairs')], /repairs\.xlsx/],
  ['catalogue', ['repairs', workbook('repairs'), '--dry-run'], /Nothing changes/],
  ['catalogue', ['returns', '--export', workbook('returns')], /returns\.xlsx/],
  ['holidays', ['--help'], /date-holidays/],
  ['model', ['--runs', '2'], /explains every run/],
  ['bench', ['--once', 'middleware', 'booking'], /^(?!.*could not run)/s],
];

/** Commands of the browser stand beside what they walk. */
const fileOf = (command: string) => `${['walk', 'pictures'].includes(command) ? 'e2e' : 'scripts'}/${command}.ts`;

/** What a command says on either of its outputs, and the code that it ends with. */
const ended = (command: string, args: readonly string[]) =>
  new Promise<{ text: string; code: number | string }>((done) =>
    execFile(process.execPath, [join(root, fileOf(command)), ...args], { cwd: root }, (error, stdout, stderr) =>
      done({ text: stdout + stderr, code: error?.code ?? 0 }),
    ),
  );

test.each(small)(
  '%s %s',
  async (command, args, says, expected = 0) => {
    const { text, code } = await ended(command, args);
    expect(text).toMatch(says);
    expect(text).not.toMatch(/^\s+at .*\(?(file|node):/m);
    // A bench whose figure is missed on a busy machine ends with 1: what it could not run it says.
    if (command !== 'bench') expect(code).toBe(expected);
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
  const ours = [...named].map(([, name = '']) => name).filter((name) => existsSync(join(root, fileOf(name))));
  const known = new Set([...small.map(([command]) => command), ...large]);
  expect(ours.filter((name) => !known.has(name))).toEqual([]);
});
