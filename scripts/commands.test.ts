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

type Case = readonly [command: string, args: readonly string[], output: RegExp, code?: number];

/** Wrong input, which one line explains. */
const refused: readonly Case[] = [
  ['start', ['--port', '65534'], /^--port is not valid\. \(--help says more\)$/],
  ['forget', ['--region', 'nuk', '--email', 'x'], /^--stage is missing\. --email is not valid\. .*$/],
  ['records', ['rebuild'], /^Which command\? One of search, renew\. \(--help says more\)$/],
  ['wire', ['--stage', 'qa'], /^qa is neither local nor thrown away/],
  ['dev', ['now'], /^Unexpected argument 'now'\. .*$/],
];

/** Commands that end their process, change something, or take minutes, in small. */
const small: readonly Case[] = [
  ['start', ['--state', '/dev/null/x'], /^No data can be kept in \/dev\/null\/x: ENOTDIR/m, 1],
  ['forget', ['--stage', 'nowhere', '--region', 'nuk', '--store', 'S'], /^Unknown stage "nowhere"\. .*$/, 1],
  ['contract', ['--stage', 'dev'], /^There are no AWS credentials here: .*$/, 1],
  ['e2e', ['--browser', 'opera'], /one of chromium, firefox, webkit/, 2],
  ['catalogue', ['repairs', '--export', workbook('repairs')], /repairs\.xlsx/],
  ['catalogue', ['repairs', workbook('repairs'), '--dry-run'], /Nothing changes/],
  ['catalogue', ['returns', '--export', workbook('returns')], /returns\.xlsx/],
  ['model', ['--runs', '2'], /explains every run/],
  ['bench', ['--once', 'middleware', 'booking'], /^(?!.*could not run)/s],
];

const stackLine = /^\s+at .*\(?(file|node):/m;

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

/** Runs commands one after the other in one process, which loads their libraries once. Returns the output of each, with its exit code. */
const runInOneProcess = async (commands: readonly (readonly [name: string, args: readonly string[]])[]) => {
  const program = `process.stderr.write = process.stdout.write.bind(process.stdout);
  for (const [at, [name, args]] of ${JSON.stringify(commands)}.entries()) {
    console.log('== ' + name);
    process.argv = [process.execPath, name, ...args];
    process.exitCode = 0;
    await import('./scripts/' + name + '.ts?' + at);
    console.log('ended with ' + process.exitCode);
  }`;
  const { text } = await ended('--input-type=module', '--eval', program);
  return text.split(/^== /m).slice(1);
};

test('each explains itself with --help, and does nothing else', async () => {
  const outputs = await runInOneProcess(helpful.map((name) => [name, ['--help']]));
  expect(outputs).toEqual(
    helpful.map((name) => expect.stringMatching(new RegExp(`^${name}\\n[^]*npm (run )?${name}[^]*ended with 0`))),
  );
});

test('wrong input is refused in one line', async () => {
  const outputs = await runInOneProcess(refused.map(([name, args]) => [name, args]));
  expect(outputs).toHaveLength(refused.length);
  for (const [at, [name, , line, code = 1]] of refused.entries()) {
    const [, text = '', exitCode] = new RegExp(`^${name}\\n([^]*)\\nended with (\\d+)`).exec(outputs[at] ?? '') ?? [];
    expect(text).toMatch(line);
    expect(text).not.toMatch(stackLine);
    expect([name, exitCode]).toEqual([name, String(code)]);
  }
});

test.each(small)('%s %s', async (command, args, output, expected = 0) => {
  const { text, code } = await ended(`scripts/${command}.ts`, ...args);
  expect(text).toMatch(output);
  expect(text).not.toMatch(stackLine);
  // A bench whose figure is missed on a busy machine ends with 1: what it could not run it says.
  if (command !== 'bench') expect(code).toBe(expected);
});

test('e2e says what to install where the browser is missing, and ends with 2', async () => {
  const env = { ...process.env, FIREFOX_PATH: join(folder, 'firefox') };
  const run = promisify(execFile)(process.execPath, ['scripts/e2e.ts', '--browser=firefox'], { cwd: root, env });
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('apt-get install firefox-esr') });
}, 60_000);

test('README and its pages have no command but these, and those of tools', () => {
  const pages = ['README.md', 'docs/commands.md'].map((page) => readFileSync(join(root, page), 'utf8'));
  const named = pages.join('\n').matchAll(/npm run ([a-z0-9-]+)/g);
  const ours = [...named].map(([, name = '']) => name).filter((name) => existsSync(join(root, `scripts/${name}.ts`)));
  const known = new Set([...helpful, ...[...refused, ...small].map(([command]) => command)]);
  expect(ours.filter((name) => !known.has(name))).toEqual([]);
});
