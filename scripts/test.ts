import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions, runCommandLine } from './command-line.ts';
import { runWatched } from './testing/run-watched.ts';

const usage = `Types, lint, format, unused code, and every test that needs no browser.

  npm test

One file: npm run jest -- --runTestsByPath FILE, or for the pages npm run vitest -- FILE. Journeys: npm run e2e.`;

const root = resolve(import.meta.dirname, '..');
const bin = (path: string) => join(root, 'node_modules', path);
// What tests leave behind, when they are killed above all, goes with it.
const temporary = mkdtempSync(join(tmpdir(), 'test-'));
process.env['TMPDIR'] = temporary;
// Workers and the processes that tests start load the same modules: all but the first find them compiled.
process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules/.cache/node');
// A database that was killed may write for a moment longer.
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
const stopped = new AbortController();
/** A slow machine takes minutes for the longest of the files. */
const silenceMs = 15 * 60_000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());

const checks = {
  types: [bin('.bin/tsc')],
  lint: [bin('.bin/oxlint'), '--deny-warnings'],
  format: [bin('.bin/oxfmt'), '--check'],
  knip: [bin('.bin/knip')],
};

type Runner = { readonly name: string; readonly args: readonly string[] };

const half = Math.floor(availableParallelism() / 2);

const jest = (projects: readonly string[], workers: number): Runner => ({
  name: `jest (${projects.join(', ')})`,
  args: [bin('jest/bin/jest.js'), `--maxWorkers=${workers}`, '--selectProjects', ...projects],
});

/** Tests over the wire run one file after the other, so that most of them share one portal. Vitest runs beside them. */
const jests = [jest(['wire'], 1), jest(['infra', 'units'], Math.max(2, half))];

const vitest: Runner = {
  name: 'vitest',
  args: [bin('vitest/vitest.mjs'), 'run', '--config', join(root, 'web/vite.config.ts')],
};

const watched = (command: string, args: readonly string[], onLine: (line: string) => void) =>
  runWatched({ command, args, silenceMs, signal: stopped.signal, onLine });

const runCheck = async ([name, [command = '', ...args]]: [string, string[]]): Promise<boolean> => {
  const lines: string[] = [];
  const { code } = await watched(command, args, (line) => lines.push(line));
  console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${lines.join('\n')}`);
  return code === 0;
};

/** Runs all tests of a runner, which ends whatever happens. Answers whether all passed. */
const runTests = async ({ name, args }: Runner, onLine: (line: string) => void): Promise<boolean> => {
  const { code, hasHung } = await watched(process.execPath, args, onLine);
  if (hasHung) onLine(`\n${name} had said nothing for ${silenceMs / 60_000} minutes, and was ended.`);
  return code === 0;
};

const runJests = async () => {
  let hasPassed = true;
  for (const runner of jests)
    hasPassed = !stopped.signal.aborted && (await runTests(runner, (line) => console.log(line))) && hasPassed;
  return hasPassed;
};

const runVitest = async () => {
  // Its output in one piece at its end, so that it doesn't mix with the other's.
  const held = ['', `== ${vitest.name}`];
  const hasPassed = await runTests(vitest, (line) => held.push(line));
  console.log(held.join('\n'));
  return hasPassed;
};

const run = async () => {
  const checked = await Promise.all(Object.entries(checks).map(runCheck));
  const passed = checked.every(Boolean) && (await Promise.all([runJests(), runVitest()])).every(Boolean);
  if (!passed) process.exitCode = 1;
};

await runCommandLine({ usage, read: readOptions({}), run });
