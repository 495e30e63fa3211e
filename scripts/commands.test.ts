import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { createTestFolder } from './local-cloud/testing/cleanup.ts';

const root = resolve(import.meta.dirname, '..');
const folder = createTestFolder();
const toWorkbookPath = (name: string) => join(folder, `${name}.xlsx`);

const commandsWithHelp =
  'start dev test create-user users forget records statistics letters stage secrets wire contract catalogue holidays documents restore-drill faults load model bench'.split(
    ' ',
  );

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Path of the TypeScript file that an npm script runs, relative to the root. */
const findScriptFile = (command: string): string | undefined =>
  /scripts\/run\.mjs (scripts\/\S+\.ts)$/.exec(scripts[command] ?? '')?.[1];

type CommandCase = readonly [command: string, args: readonly string[], output: RegExp, exitCode?: number];

/** Invalid input, reported in one line. */
const invalidInputs: readonly CommandCase[] = [
  ['start', ['--port', '65534'], /^--port is not valid\. \(--help says more\)$/],
  ['forget', ['--region', 'nuk', '--email', 'x'], /^--stage is missing\. --email is not valid\. .*$/],
  ['records', ['rebuild'], /^Which command\? One of copy-back, search, renew\. \(--help says more\)$/],
  ['letters', ['retry', '--stage', 'local'], /^--queue is missing\. \(--help says more\)$/],
  ['stage', ['maintenance', '--stage', 'local'], /^Either --until or --off\. \(--help says more\)$/],
  ['load', ['--stage', 'prod'], /^prod keeps its data: .*$/],
  ['wire', ['--stage', 'qa'], /^qa is neither local nor thrown away/],
  ['dev', ['now'], /^Unexpected argument 'now'\. .*$/],
];

/** Commands that would start a server, change data or take minutes; these arguments make them end soon. */
const smallRuns: readonly CommandCase[] = [
  ['start', ['--state', '/dev/null/x'], /^No data can be kept in \/dev\/null\/x: ENOTDIR/m, 1],
  ['forget', ['--stage', 'nowhere', '--region', 'nuk', '--store', 'S'], /^Unknown stage "nowhere"\. .*$/, 1],
  ['contract', ['--stage', 'dev'], /^There are no AWS credentials here: .*$/, 1],
  ['e2e', ['--browser', 'opera'], /one of chromium, firefox, webkit/, 2],
  ['catalogue', ['repairs', '--export', toWorkbookPath('repairs')], /repairs\.xlsx/],
  ['catalogue', ['repairs', toWorkbookPath('repairs'), '--dry-run'], /Nothing changes/],
  ['catalogue', ['returns', '--export', toWorkbookPath('returns')], /returns\.xlsx/],
  ['model', ['--runs', '2'], /explains every run/],
  ['bench', ['--once', 'middleware', 'booking'], /^(?!.*could not run)/s],
];

const stackLine = /^\s+at .*\(?(file|node):/m;

/** Environment of a machine without AWS credentials. */
const environmentWithoutCredentials = {
  HOME: folder,
  AWS_PROFILE: '',
  AWS_ACCESS_KEY_ID: '',
  AWS_EC2_METADATA_DISABLED: 'true',
};

/** Runs Node and returns its output and exit code. */
const runNode = (...args: readonly string[]) =>
  new Promise<{ text: string; code: number | string }>((finish) =>
    execFile(
      process.execPath,
      args,
      { cwd: root, env: { ...process.env, ...environmentWithoutCredentials } },
      (error, stdout, stderr) => finish({ text: (stdout + stderr).trim(), code: error?.code ?? 0 }),
    ),
  );

/**
 * Runs commands one after the other in one process, which loads their libraries once. Returns the output of each, with
 * its exit code.
 */
const runInOneProcess = async (commands: readonly (readonly [name: string, args: readonly string[]])[]) => {
  const files = commands.map(([name, args]) => [name, args, findScriptFile(name)]);
  const program = `process.stderr.write = process.stdout.write.bind(process.stdout);
  for (const [index, [name, args, file]] of ${JSON.stringify(files)}.entries()) {
    console.log('== ' + name);
    process.argv = [process.execPath, name, ...args];
    process.exitCode = 0;
    await import('./' + file + '?' + index);
    console.log('ended with ' + process.exitCode);
  }`;
  const { text } = await runNode('--input-type=module', '--eval', program);
  return text.split(/^== /m).slice(1);
};

test('prints only the usage of each command with --help', async () => {
  const outputs = await runInOneProcess(commandsWithHelp.map((name) => [name, ['--help']]));
  expect(outputs).toEqual(
    commandsWithHelp.map((name) =>
      expect.stringMatching(new RegExp(`^${name}\\n[^]*npm (run )?${name}[^]*ended with 0`)),
    ),
  );
});

test('reports invalid input in one line', async () => {
  const outputs = await runInOneProcess(invalidInputs.map(([name, args]) => [name, args]));
  expect(outputs).toHaveLength(invalidInputs.length);
  for (const [index, [name, , line, expectedCode = 1]] of invalidInputs.entries()) {
    const [, text = '', exitCode] =
      new RegExp(`^${name}\\n([^]*)\\nended with (\\d+)`).exec(outputs[index] ?? '') ?? [];
    expect(text).toMatch(line);
    expect(text).not.toMatch(stackLine);
    expect([name, exitCode]).toEqual([name, String(expectedCode)]);
  }
});

test.each(smallRuns)('runs %s %s', async (command, args, output, expectedCode = 0) => {
  const { text, code } = await runNode(findScriptFile(command) ?? '', ...args);
  expect(text).toMatch(output);
  expect(text).not.toMatch(stackLine);
  // A bench exits with code 1 when a figure is missed on a busy machine; its output shows whether it could run.
  if (command !== 'bench') expect(code).toBe(expectedCode);
});

test('e2e explains how to install a missing browser and exits with 2', async () => {
  const env = { ...process.env, FIREFOX_PATH: join(folder, 'firefox') };
  const run = promisify(execFile)(process.execPath, ['scripts/e2e.ts', '--browser=firefox'], { cwd: root, env });
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('apt-get install firefox-esr') });
}, 60_000);

test('covers every command in README.md and docs/commands.md', () => {
  const pages = ['README.md', 'docs/commands.md'].map((page) => readFileSync(join(root, page), 'utf8'));
  const mentions = pages.join('\n').matchAll(/npm run ([a-z0-9-]+)/g);
  const scriptNames = [...mentions].map(([, name = '']) => name).filter((name) => findScriptFile(name) !== undefined);
  const testedCommands = new Set([
    ...commandsWithHelp,
    ...[...invalidInputs, ...smallRuns].map(([command]) => command),
  ]);
  expect(scriptNames.filter((name) => !testedCommands.has(name))).toEqual([]);
});
