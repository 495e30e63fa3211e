import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions, runCommandLine } from './command-line.ts';
import { runWatched } from './testing/run-watched.ts';
import { durationsIn, slowest } from './testing/test-files.ts';

const usage = `Types, lint, format, unused code, and every test that needs no browser; with the ten slowest files at the end.

  npm test

One file: npm run jest -- --runTestsByPath FILE, or for the pages npm run vitest -- FILE. Journeys: npm run e2e.`;

const root = resolve(import.meta.dirname, '..');
const bin = (path: string) => join(root, 'node_modules', path);
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
// What tests leave behind, when they are killed above all, goes with the reports.
process.env['TMPDIR'] = reports;
// A database that was killed may write for a moment longer.
process.once('exit', () => rmSync(reports, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
const stopped = new AbortController();
const silenceMs = 5 * 60_000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());

const checks = {
  types: [bin('.bin/tsc')],
  lint: [bin('.bin/oxlint'), '--deny-warnings'],
  format: [bin('.bin/oxfmt'), '--check'],
  knip: [bin('.bin/knip')],
};

type Runner = {
  readonly name: string;
  readonly args: readonly string[];
  readonly report: string;
  /** Its output in one piece at its end, so that it doesn't mix with the other's. */
  readonly isHeldBack?: boolean;
};

const half = Math.floor(availableParallelism() / 2);

const jest = (projects: readonly string[], workers: number): Runner => {
  const report = join(reports, `jest-${projects.join('-')}.json`);
  return {
    name: `jest (${projects.join(', ')})`,
    report,
    args: [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      bin('jest/bin/jest.js'),
      '--json',
      `--maxWorkers=${workers}`,
      `--outputFile=${report}`,
      '--selectProjects',
      ...projects,
    ],
  };
};

/**
 * Suites over the wire wait for much, so that two fit beside vitest on two cores; with a third one functions would wait longer for the
 * database than they have patience, and answer 503. The others may.
 */
const jests = [jest(['wire'], Math.max(2, half)), jest(['infra', 'units'], Math.max(3, half))];

const vitestReport = join(reports, 'vitest.json');
const vitest: Runner = {
  name: 'vitest',
  report: vitestReport,
  args: [
    bin('vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'web/vite.config.ts'),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  isHeldBack: true,
};

const watched = (command: string, args: readonly string[], onLine: (line: string) => void) =>
  runWatched({ command, args, silenceMs, signal: stopped.signal, onLine });

/** Runs a check; what it says is shown if it fails. */
const runCheck = async ([name, [command = '', ...args]]: [string, string[]]): Promise<boolean> => {
  const lines: string[] = [];
  const { code } = await watched(command, args, (line) => lines.push(line));
  console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${lines.join('\n')}`);
  return code === 0;
};

/** Runs all tests of a runner, which ends whatever happens. Answers whether all passed. */
const runTests = async ({ name, args, isHeldBack }: Runner): Promise<boolean> => {
  const held: string[] = [];
  const { code, hasHung } = await watched(process.execPath, args, (line) =>
    isHeldBack ? held.push(line) : console.log(line),
  );
  if (isHeldBack) console.log(['', `== ${name}`, ...held].join('\n'));
  if (hasHung) console.error(`\n${name} had said nothing for ${silenceMs / 60_000} minutes, and was ended.`);
  return code === 0;
};

const runAll = async (): Promise<boolean> => {
  const checked = await Promise.all(Object.entries(checks).map(runCheck));
  if (!checked.every(Boolean)) return false;
  const runInTurn = async (runners: readonly Runner[]) => {
    const passed: boolean[] = [];
    for (const runner of runners) if (!stopped.signal.aborted) passed.push(await runTests(runner));
    return passed.length === runners.length && passed.every(Boolean);
  };
  const passed = await Promise.all([runInTurn(jests), runTests(vitest)]);
  const durations = [...jests, vitest].flatMap(({ report }) => durationsIn(report, root));
  console.log(['', 'The ten slowest test files:', ...slowest(durations, 10)].join('\n'));
  return passed.every(Boolean);
};

await runCommandLine({
  usage,
  read: readOptions({}),
  run: async () => {
    if (!(await runAll())) process.exitCode = 1;
  },
});
