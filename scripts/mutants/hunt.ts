import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runWatched } from '../testing/run-watched.ts';
import type { Mutant } from './mutants.ts';
import { mutated } from './mutants.ts';

/** `refused` by the compiler: it doesn't count. */
export type Fate = { readonly fate: 'caught' | 'survived' | 'refused'; readonly by: string };

/** Tests that say nothing for so long hang, which is as good as a failure. */
const silenceMs = 4 * 60_000;

/** Hunts mutants in a checkout with the tests that can reach them, the nearest first; `wire` adds those of e2e/api. */
export const huntIn = (
  checkout: string,
  { wire, signal }: { readonly wire: boolean; readonly signal: AbortSignal },
) => {
  const run = async (tool: string, ...more: readonly string[]) => {
    const lines: string[] = [];
    const onLine = (line: string) => lines.push(stripVTControlCharacters(line).trim());
    const args = ['--experimental-vm-modules', join(checkout, 'node_modules', tool), ...more];
    const { code, hasHung } = await runWatched({ command: process.execPath, args, silenceMs, signal, onLine });
    const by = hasHung ? 'hanging' : (lines.find((line) => /^FAIL|error/i.test(line)) ?? '');
    return { lines, isPassed: code === 0, by: by.replace(/\S*\/checkout\//, '') };
  };
  const jest = (...args: readonly string[]) =>
    run('jest/bin/jest.js', '--rootDir', checkout, '--bail', '--passWithNoTests', ...args);
  const config = join(checkout, 'web/vite.config.ts');
  const vitest = (...args: readonly string[]) =>
    run('vitest/vitest.mjs', 'related', '--run', '--bail=1', '--passWithNoTests', '--config', config, ...args);

  const huntersOf = async (path: string) => {
    const isWeb = path.startsWith(join(checkout, 'web'));
    const related = isWeb
      ? []
      : (await jest('--selectProjects=units', '--listTests', '--findRelatedTests', path)).lines;
    const units = related.filter((line) => /^(shared|lambdas)\//.test(relative(checkout, line)));
    const isNear = (test: string) => dirname(test) === dirname(path);
    return [
      ...[units.filter(isNear), units.filter((test) => !isNear(test))]
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
      for (const hunter of await huntersOf(path)) {
        const { isPassed, by } = await hunter();
        if (!isPassed) return { fate: /error TS\d/.test(by) ? 'refused' : 'caught', by };
      }
      return { fate: 'survived', by: '' };
    } finally {
      writeFileSync(path, mutant.source);
    }
  };
};
