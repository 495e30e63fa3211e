import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readNothing, runCommandLine } from './command-line.ts';
import { runWatched } from './testing/run-watched.ts';
import { durationsIn, slowest, testFilesIn } from './testing/test-files.ts';

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
  /** As the runner's own lines name them. */
  readonly files: readonly string[];
  /** Its output in one piece at its end, so that it doesn't mix with the other's. */
  readonly isHeldBack: boolean;
};

const half = Math.floor(availableParallelism() / 2);
const serverTests = globSync('{shared,lambdas,infra,scripts,e2e}/**/*.test.ts', { cwd: root });
const isOverTheWire = (file: string) => file.startsWith('e2e/api/');

const jest = (projects: readonly string[], workers: number, files: readonly string[]): Runner => {
  const name = `jest (${projects.join(', ')})`;
  const report = join(reports, `jest-${projects.join('-')}.json`);
  return {
    name,
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
    files,
    isHeldBack: false,
  };
};

/**
 * Suites over the wire wait for much, so that two fit beside vitest on two cores; with a third one functions would wait longer for the
 * database than they have patience, and answer 503. The others may.
 */
const jests = [
  jest(['wire'], Math.max(2, half), serverTests.filter(isOverTheWire)),
  jest(
    ['infra', 'units'],
    Math.max(3, half),
    serverTests.filter((file) => !isOverTheWire(file)),
  ),
];

const vitest: Runner = {
  name: 'vitest',
  report: join(reports, 'vitest.json'),
  args: [
    bin('vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'web/vite.config.ts'),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ],
  files: globSync('**/*.test.{ts,tsx}', { cwd: join(root, 'web') }),
  isHeldBack: true,
};

/** Runs the checks side by side; what one says is shown if it fails. Answers whether all passed. */
const runChecks = async (): Promise<boolean> => {
  const ended = await Promise.all(
    Object.entries(checks).map(async ([name, [command = '', ...args]]) => {
      const lines: string[] = [];
      const { code } = await runWatched({
        command,
        args,
        silenceMs,
        signal: stopped.signal,
        onLine: (line) => lines.push(line),
      });
      console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${lines.join('\n')}`);
      return code;
    }),
  );
  return ended.every((code) => code === 0);
};

/** Runs all tests of a runner, which ends whatever happens. Answers whether all passed. */
const runTests = async ({ name, args, files, isHeldBack }: Runner): Promise<boolean> => {
  const held: string[] = [];
  const left = new Set(files);
  const { code, hasHung } = await runWatched({
    command: process.execPath,
    args,
    silenceMs,
    signal: stopped.signal,
    onLine: (line) => {
      for (const file of testFilesIn(stripVTControlCharacters(line))) left.delete(file);
      if (isHeldBack) held.push(line);
      else console.log(line);
    },
  });
  if (isHeldBack) console.log(['', `== ${name}`, ...held].join('\n'));
  if (hasHung) {
    console.error(`\n${name} had said nothing for ${silenceMs / 60_000} minutes, and was ended.`);
    console.error(
      left.size > 0
        ? `These had not ended:\n  ${[...left].join('\n  ')}`
        : 'All its files had ended: something that one of them started was still there.',
    );
  }
  return code === 0;
};

const runAll = async (): Promise<boolean> => {
  if (!(await runChecks())) return false;
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
  read: readNothing,
  run: async () => {
    if (!(await runAll())) process.exitCode = 1;
  },
});
