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

const jest = (name: string, ...args: readonly string[]): Runner => ({
  name: `jest (${name})`,
  args: [bin('jest/bin/jest.js'), ...args],
});

const runners: readonly Runner[] = [
  { name: 'vitest', args: [bin('vitest/vitest.mjs'), 'run', '--config', join(root, 'web/vite.config.ts')] },
  // Most of its files share one portal, so they run one after the other.
  jest('wire', '--selectProjects', 'wire'),
  jest('units, first half', '--selectProjects', 'units', '--shard=1/2'),
  jest('units, second half', '--selectProjects', 'units', '--shard=2/2'),
  jest('infra', '--selectProjects', 'infra'),
];

/** Each runner uses about one processor. */
const runnersAtOnce = Math.max(2, availableParallelism());

const watched = (command: string, args: readonly string[], onLine: (line: string) => void) =>
  runWatched({ command, args, silenceMs, signal: stopped.signal, onLine });

const runCheck = async ([name, [command = '', ...args]]: [string, string[]]): Promise<boolean> => {
  const lines: string[] = [];
  const { code } = await watched(command, args, (line) => lines.push(line));
  console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${lines.join('\n')}`);
  return code === 0;
};

/** Runs all tests of a runner, which always ends. Prints its output in one piece at its end, so that runners don't mix. Returns whether all passed. */
const runTests = async ({ name, args }: Runner): Promise<boolean> => {
  console.log(`… ${name}`);
  const output: string[] = [];
  const { code, hasHung } = await watched(process.execPath, args, (line) => output.push(line));
  if (hasHung) output.push('', `${name} printed nothing for ${silenceMs / 60_000} minutes and was ended.`);
  console.log(['', `== ${name}`, ...output].join('\n'));
  return code === 0;
};

const runAllTests = async (): Promise<boolean> => {
  const waiting = [...runners];
  let hasPassed = true;
  const lane = async () => {
    for (let next = waiting.shift(); next && !stopped.signal.aborted; next = waiting.shift())
      hasPassed = (await runTests(next)) && hasPassed;
  };
  await Promise.all(Array.from({ length: runnersAtOnce }, lane));
  return hasPassed && !stopped.signal.aborted;
};

const run = async () => {
  const checked = await Promise.all(Object.entries(checks).map(runCheck));
  if (!checked.every(Boolean) || !(await runAllTests())) process.exitCode = 1;
};

await runCommandLine({ usage, read: readOptions({}), run });
