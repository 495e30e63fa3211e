import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createOptionsParser, runCommandLine } from './command-line.ts';
import { runWatched } from './testing/run-watched.ts';

const usage = `Checks types, lint, format, unused code and spelling, and runs every test that needs no browser.

  npm test

One file: npm run jest -- --runTestsByPath FILE, or for the pages npm run vitest -- FILE. Journeys: npm run e2e.`;

const root = resolve(import.meta.dirname, '..');
const toModulePath = (path: string) => join(root, 'node_modules', path);
// All tests share a temporary folder, which is deleted at exit even if they are killed.
const temporaryFolder = mkdtempSync(join(tmpdir(), 'test-'));
process.env['TMPDIR'] = temporaryFolder;
// Workers and child processes share a compile cache, because they load the same modules.
process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules/.cache/node');
// The deletion is retried, because a killed database may still write for a moment.
process.once('exit', () => rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
const abortController = new AbortController();
/**
 * Time without output after which a command counts as hanging. The longest test files take minutes on a slow machine.
 */
const silenceMs = 15 * 60_000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => abortController.abort());

const checks = {
  types: [toModulePath('.bin/tsc')],
  lint: [toModulePath('.bin/oxlint'), '--deny-warnings'],
  format: [toModulePath('.bin/oxfmt'), '--check'],
  knip: [toModulePath('.bin/knip')],
  spelling: [
    toModulePath('.bin/cspell'),
    'lint',
    '--no-progress',
    '--no-summary',
    '--cache',
    '--cache-location',
    toModulePath('.cache/cspell'),
  ],
};

type Runner = { readonly name: string; readonly args: readonly string[] };

const halfOfProcessors = Math.floor(availableParallelism() / 2);

const createJestRunner = (projects: readonly string[], workers: number): Runner => ({
  name: `jest (${projects.join(', ')})`,
  args: [toModulePath('jest/bin/jest.js'), `--maxWorkers=${workers}`, '--selectProjects', ...projects],
});

/**
 * Tests over HTTP run one file after the other, so that most of them share one portal. Vitest runs at the same time.
 */
const jestRunners = [
  createJestRunner(['wire'], 1),
  createJestRunner(['infra', 'units'], Math.max(2, halfOfProcessors)),
];

const vitest: Runner = {
  name: 'vitest',
  args: [toModulePath('vitest/vitest.mjs'), 'run', '--config', join(root, 'web/vite.config.ts')],
};

const runCommand = (command: string, args: readonly string[], onLine: (line: string) => void) =>
  runWatched({ command, args, silenceMs, signal: abortController.signal, onLine });

const runCheck = async ([name, [command = '', ...args]]: [string, string[]]): Promise<boolean> => {
  const lines: string[] = [];
  const { code } = await runCommand(command, args, (line) => lines.push(line));
  console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${lines.join('\n')}`);
  return code === 0;
};

/** Runs all tests of a runner, and kills it if it hangs. Returns whether all tests passed. */
const runTests = async ({ name, args }: Runner, onLine: (line: string) => void): Promise<boolean> => {
  const { code, hasHung } = await runCommand(process.execPath, args, onLine);
  if (hasHung) onLine(`\n${name} printed nothing for ${silenceMs / 60_000} minutes and was killed.`);
  return code === 0;
};

const runJestRunners = async () => {
  let hasPassed = true;
  for (const runner of jestRunners)
    hasPassed = !abortController.signal.aborted && (await runTests(runner, (line) => console.log(line))) && hasPassed;
  return hasPassed;
};

const runVitest = async () => {
  // Printed at the end, so that it doesn't mix with jest's output.
  const lines = ['', `== ${vitest.name}`];
  const hasPassed = await runTests(vitest, (line) => lines.push(line));
  console.log(lines.join('\n'));
  return hasPassed;
};

/**
 * Runs jest and vitest at the same time. On a single processor, they run one after the other, because calls of the
 * portal would time out.
 */
const runRunners = async (): Promise<boolean> => {
  if (availableParallelism() > 1) return (await Promise.all([runJestRunners(), runVitest()])).every(Boolean);
  const hasJestPassed = await runJestRunners();
  return (await runVitest()) && hasJestPassed;
};

const run = async () => {
  const checkResults = await Promise.all(Object.entries(checks).map(runCheck));
  const hasPassed = checkResults.every(Boolean) && (await runRunners());
  if (!hasPassed) process.exitCode = 1;
};

await runCommandLine({ usage, read: createOptionsParser({}), run });
