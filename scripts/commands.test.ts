import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';

const root = resolve(import.meta.dirname, '..');
const folder = freshFolder();
const workbook = (name: string) => join(folder, `${name}.xlsx`);

const helpful =
  'start dev test create-user users forget records secrets wire contract catalogue holidays documents restore-drill faults model bench mutants'.split(
    ' ',
  );

/** Commands that change something, or take minutes, in small; wrong input is told in a line. */
const small: readonly (readonly [command: string, args: readonly string[], says: RegExp, code?: number])[] = [
  ['start', ['--port', '65534'], /^--port is not valid\. \(--help says more\)$/, 1],
  ['start', ['--state', '/dev/null/x'], /^No data can be kept in \/dev\/null\/x: ENOTDIR/m, 1],
  ['e2e', ['--browser', 'opera'], /one of chromium, firefox, webkit/, 2],
  ['forget', ['--region', 'nuk', '--email', 'x'], /^--stage is missing\. --email is not valid\. .*$/, 1],
  ['forget', ['--stage', 'nowhere', '--region', 'nuk', '--store', 'S'], /^Unknown stage "nowhere"\. .*$/, 1],
  ['records', ['rebuild'], /^Which command\? One of search, renew\. \(--help says more\)$/, 1],
  ['wire', ['--stage', 'qa'], /^qa is neither local nor thrown away/, 1],
  ['contract', ['--stage', 'dev'], /^There are no AWS credentials here: .*$/, 1],
  ['dev', ['now'], /^Unexpected argument 'now'\. .*$/, 1],
  ['catalogue', ['repairs', '--export', workbook('repairs')], /repairs\.xlsx/],
  ['catalogue', ['repairs', workbook('repairs'), '--dry-run'], /Nothing changes/],
  ['catalogue', ['returns', '--export', workbook('returns')], /returns\.xlsx/],
  ['model', ['--runs', '2'], /explains every run/],
  ['bench', ['--once', 'middleware', 'booking'], /^(?!.*could not run)/s],
];

/** As on a machine where nobody has signed in to AWS. */
const withoutCredentials = {
  HOME: folder,
  AWS_PROFILE: '',
  AWS_ACCESS_KEY_ID: '',
  AWS_EC2_METADATA_DISABLED: 'true',
};

/** What Node says on either of its outputs, and the code that it ends with. */
const ended = (...args: readonly string[]) =>
  new Promise<{ text: string; code: number | string }>((done) =>
    execFile(
      process.execPath,
      args,
      { cwd: root, env: { ...process.env, ...withoutCredentials } },
      (error, stdout, stderr) => done({ text: (stdout + stderr).trim(), code: error?.code ?? 0 }),
    ),
  );

test('each explains itself with --help, and does nothing else', async () => {
  // In one process, which ends by itself: each alone would load the same libraries.
  const askAll = `for (const name of ${JSON.stringify(helpful)}) {
    console.log('== ' + name);
    process.argv = [process.execPath, name, '--help'];
    await import('./scripts/' + name + '.ts');
  }`;
  const { text, code } = await ended('--input-type=module', '--eval', askAll);
  expect(code).toBe(0);
  const said = text.split(/^== /m).slice(1);
  expect(said).toEqual(helpful.map((name) => expect.stringMatching(new RegExp(`^${name}\\n[^]*npm (run )?${name}`))));
}, 120_000);

test.each(small)(
  '%s %s',
  async (command, args, says, expected = 0) => {
    const { text, code } = await ended(`scripts/${command}.ts`, ...args);
    expect(text).toMatch(says);
    expect(text).not.toMatch(/^\s+at .*\(?(file|node):/m);
    // A bench whose figure is missed on a busy machine ends with 1: what it could not run it says.
    if (command !== 'bench') expect(code).toBe(expected);
  },
  120_000,
);

test('e2e says what to install where the browser is missing, and ends with 2', async () => {
  const env = { ...process.env, FIREFOX_PATH: join(folder, 'firefox') };
  const run = promisify(execFile)(process.execPath, ['scripts/e2e.ts', '--browser=firefox'], { cwd: root, env });
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('apt-get install firefox-esr') });
}, 60_000);

test('README and its pages have no command but these, and those of tools', () => {
  const pages = ['README.md', 'docs/commands.md'].map((page) => readFileSync(join(root, page), 'utf8'));
  const named = pages.join('\n').matchAll(/npm run ([a-z0-9-]+)/g);
  const ours = [...named].map(([, name = '']) => name).filter((name) => existsSync(join(root, `scripts/${name}.ts`)));
  const known = new Set([...helpful, ...small.map(([command]) => command)]);
  expect(ours.filter((name) => !known.has(name))).toEqual([]);
});
