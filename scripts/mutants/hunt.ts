import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runWatched } from '../testing/run-watched.ts';
import type { Mutant } from './mutants.ts';
import { mutated } from './mutations.ts';

/** `refused` by the compiler: it doesn't count. */
export type Fate = { readonly fate: 'caught' | 'survived' | 'refused'; readonly by: string };

/** A test that says nothing for so long hangs, which is as good as a failure. */
const silenceMs = 4 * 60_000;

/** Hunts mutants in a checkout, one after the other: with the tests that can reach it, the nearest first; `wire` adds those of e2e/api. */
export const huntIn = (
  checkout: string,
  { wire, signal }: { readonly wire: boolean; readonly signal: AbortSignal },
) => {
  const bin = (path: string) => join(checkout, 'node_modules', path);
  const run = async (args: readonly string[]) => {
    const lines: string[] = [];
    const onLine = (line: string) => lines.push(stripVTControlCharacters(line));
    const { code, hasHung } = await runWatched({ command: process.execPath, args, silenceMs, signal, onLine });
    const failed = lines
      .map(
        (line) => /(?:FAIL|❯|×).*?((?:shared|lambdas|web|ui|app|features|data)\/[\w/.-]+\.test\.tsx?)/.exec(line)?.[1],
      )
      .find(Boolean);
    return {
      lines,
      isPassed: code === 0,
      by: hasHung ? 'hanging' : (failed ?? lines.find((line) => /error/i.test(line)) ?? ''),
    };
  };
  const jest = (...args: readonly string[]) =>
    run([
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      bin('jest/bin/jest.js'),
      '--rootDir',
      checkout,
      '--bail',
      '--passWithNoTests',
      ...args,
    ]);
  const vitest = (file: string, ...args: readonly string[]) => {
    const config = join(checkout, 'web/vite.config.ts');
    return run([
      bin('vitest/vitest.mjs'),
      'related',
      file,
      '--run',
      '--config',
      config,
      '--bail',
      '1',
      '--passWithNoTests',
      ...args,
    ]);
  };

  /** The runs that can catch a mutant of the file, in turn. */
  const runsFor = async (file: string) => {
    const path = join(checkout, file);
    const runs: (() => ReturnType<typeof run>)[] = [];
    const isWeb = file.startsWith('web/');
    if (!isWeb) {
      const { lines } = await jest('--selectProjects', 'units', '--listTests', '--findRelatedTests', path);
      const units = lines.filter((line) => /^(shared|lambdas)\//.test(relative(checkout, line)));
      const near = units.filter((line) => dirname(line) === dirname(path));
      const far = units.filter((line) => !near.includes(line));
      for (const tests of [near, far]) if (tests.length > 0) runs.push(() => jest('--runTestsByPath', ...tests));
    }
    if (isWeb) runs.push(() => vitest(path, '--dir', join(checkout, dirname(file))));
    if (!file.startsWith('lambdas/')) runs.push(() => vitest(path));
    runs.push(() => run([bin('typescript/bin/tsc'), '--noEmit', '-p', checkout]));
    if (wire) runs.push(() => jest('--selectProjects', 'wire'));
    return runs;
  };

  return async (mutant: Mutant): Promise<Fate> => {
    const path = join(checkout, mutant.file);
    writeFileSync(path, mutated(mutant.source, mutant));
    try {
      for (const attempt of await runsFor(mutant.file)) {
        const { isPassed, by } = await attempt();
        if (!isPassed) return /error TS\d/.test(by) ? { fate: 'refused', by } : { fate: 'caught', by };
      }
      return { fate: 'survived', by: '' };
    } finally {
      writeFileSync(path, mutant.source);
    }
  };
};
