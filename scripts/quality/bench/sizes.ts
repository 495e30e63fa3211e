import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveProjectPath } from '#infra/project.ts';
import { build } from '#scripts/build/build.ts';
import { pageReport } from '#web/build/page-report.ts';
import type { PageReport } from '#web/build/page-report.ts';
import type { Bench, Figure } from './figure.ts';

const recordedSizesFile = join(import.meta.dirname, 'page-sizes.json');

/** Kilobytes by which a page may grow before its new size has to be recorded. */
const maxGrowthKb = 2;

const sumKilobytes = ({ files }: PageReport, names: readonly string[]) =>
  names.reduce((sum, name) => sum + (files[name]?.bytes ?? 0), 0) / 1000;

const sumModuleLengths = ({ files }: PageReport, names: readonly string[]) => {
  const lengths = new Map<string, number>();
  for (const name of names)
    for (const [module, length] of Object.entries(files[name]?.modules ?? {}))
      lengths.set(module, (lengths.get(module) ?? 0) + length);
  return lengths;
};

/** Maximum number of modules that are named for a page that has grown. */
const maxNamedModules = 5;

/** Describes the modules that have grown most, in kilobytes before minification and compression. */
const describeGrowth = (recordedLengths: ReadonlyMap<string, number>, currentLengths: ReadonlyMap<string, number>) =>
  [...currentLengths]
    .map(([module, length]) => ({ module, growth: length - (recordedLengths.get(module) ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((first, second) => second.growth - first.growth)
    .slice(0, maxNamedModules)
    .map(({ module, growth }) => `${module} +${(growth / 1000).toFixed(1)}`)
    .join(', ');

/** Compares each page with its recorded size. The figure of a page that has grown too much names the modules responsible. */
export const comparePages = (recordedReport: PageReport, currentReport: PageReport): Figure[] =>
  Object.entries(currentReport.pages).map(([page, names]) => {
    const recordedNames = recordedReport.pages[page];
    const value = sumKilobytes(currentReport, names);
    if (!recordedNames) return { label: `${page}, which is not recorded`, value, unit: 'KB', atMost: 0 };
    const atMost = sumKilobytes(recordedReport, recordedNames) + maxGrowthKb;
    const growth =
      value > atMost
        ? `: ${describeGrowth(sumModuleLengths(recordedReport, recordedNames), sumModuleLengths(currentReport, names))}`
        : '';
    return { label: `${page}${growth}`, value, unit: 'KB', atMost };
  });

const readReport = (file: string) => pageReport.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Compares the pages of the last build with the recorded ones. */
export const compareBuild = (): Figure[] =>
  comparePages(readReport(recordedSizesFile), readReport(resolveProjectPath('dist/page-report.json')));

export const sizes: Bench = {
  description: 'scripts and styles that each page loads first, with gzip, compared with the recorded sizes (--record)',
  run: async ({ say, shouldSaveSizes }) => {
    await build(say);
    if (shouldSaveSizes)
      writeFileSync(
        recordedSizesFile,
        `${JSON.stringify(readReport(resolveProjectPath('dist/page-report.json')), null, 2)}\n`,
      );
    return compareBuild();
  },
};
