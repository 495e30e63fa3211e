import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runWatched } from '../testing/run-watched.ts';
import type { Mutant } from './mutants.ts';
import { mutated } from './mutants.ts';

/** `refused` means that the mutant does not compile; it is not counted. */
export type Fate = { readonly fate: 'caught' | 'survived' | 'refused'; readonly by: string };

/** A test run without output for this long is considered hanging, which counts as a failure. */
const silenceMs = 4 * 60_000;

/** Runs the tests that can reach a mutant in a checkout, nearest first; `wire` adds the tests of e2e/api. */
export const huntIn = (
  checkout: string,
  { wire, signal }: { readonly wire: boolean; readonly signal: AbortSignal },
) => {
  const run = async (tool: string, ...more: readonly string[]) => {
    const lines: string[] = [];
    const onLine = (line: string) => lines.push(stripVTControlCharacters(line).trim());
    const args = ['--experimental-vm-modules', join(checkout, 'node_modules', tool), ...more];
    const { code, hasHung } = await runWatched({ command: process.execPath, args, silenceMs, signal, onLine });
    const failure = hasHung ? 'hanging' : (lines.find((line) => /^FAIL|error/i.test(line)) ?? '');
    return { lines, isPassed: code === 0, by: failure.replace(/\S*\/checkout\//, '') };
  };
  const jest = (...args: readonly string[]) =>
    run('jest/bin/jest.js', '--rootDir', checkout, '--bail', '--passWithNoTests', ...args);
  const config = join(checkout, 'web/vite.config.ts');
  const vitest = (...args: readonly string[]) =>
    run('vitest/vitest.mjs', 'related', '--run', '--bail=1', '--passWithNoTests', '--config', config, ...args);

  const findTestRunners = async (path: string) => {
    const isWeb = path.startsWith(join(checkout, 'web'));
    const relatedTests = isWeb
      ? []
      : (await jest('--selectProjects=units', '--listTests', '--findRelatedTests', path)).lines;
    const units = relatedTests.filter((line) => /^(shared|lambdas)\//.test(relative(checkout, line)));
    const isSameFolder = (test: string) => dirname(test) === dirname(path);
    return [
      ...[units.filter(isSameFolder), units.filter((test) => !isSameFolder(test))]
        .filter((tests) => tests.length > 0)
        .map((tests) => () => jest('--runTestsByPath', ...tests)),
      ...(isWeb ? [() => vitest(path, '--dir', dirname(path))] : []),
      ...(path.startsWith(join(checkout, 'lambdas')) ? [] : [() => vitest(path)]),
      () => run('typescript/bin/tsc', '--noEmit', '-p', checkout),
      ...(wire ? [() => jest('--selectProjects=wire')] : []),
    ];
  };

  return async (mutant: Mutant): Promise<Fate> => {
    const path = join(checkout, mutant.file);
    writeFileSync(path, mutated(mutant.source, mutant));
    try {
      for (const runTests of await findTestRunners(path)) {
        const { isPassed, by } = await runTests();
        if (!isPassed) return { fate: /error TS\d/.test(by) ? 'refused' : 'caught', by };
      }
      return { fate: 'survived', by: '' };
    } finally {
      writeFileSync(path, mutant.source);
    }
  };
};
