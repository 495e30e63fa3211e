import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesBetween, describeChanges } from './changes.ts';
import type { Options } from './options.ts';
import { describeProblem, inOrder } from './problem.ts';
import { readSheets } from './read-file.ts';
import { writeTables } from './write-file.ts';

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

const exportTo = async (file: string, json: string, { kind }: Options) => {
  const tables = kind.tables(json);
  await writeTables(file, tables).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${file} is there already.`, { cause: error }) : error;
  });
  return [`${file} holds ${tables.map(({ name, rows }) => `${rows.length} ${name.toLowerCase()}`).join(' and ')}.`];
};

const replace = async (dataFile: string, json: string, { kind, file, isDryRun, allowsRemovals }: Options) => {
  const { problems, json: next } = kind.read(await readSheets(file));
  if (problems.length > 0) {
    const sheets = kind.tables(json).map(({ name }) => name);
    throw new Error(
      [
        ...inOrder(problems, sheets).map(describeProblem),
        '',
        `${count(problems.length, 'problem')}: the catalogue stays as it is.`,
      ].join('\n'),
    );
  }
  const changes = changesBetween(kind.tables(json), kind.tables(next));
  const report = describeChanges(changes);
  if (report.length === 0) return ['Nothing changes.'];
  const removed = changes.reduce((sum, { removed: keys }) => sum + keys.length, 0);
  if (removed > 0 && !allowsRemovals) {
    throw new Error(
      [
        ...report,
        '',
        `${count(removed, 'key')} would disappear. Old records may carry them, and would then show the key instead of a name.`,
        'A product can stay as “label only”. --allow-removals goes on: the catalogue stays as it is until then.',
      ].join('\n'),
    );
  }
  if (!isDryRun) writeFileSync(dataFile, next);
  return [
    ...report,
    '',
    isDryRun
      ? 'Nothing is written.'
      : `${dataFile} is written. Look at it with git diff, and run npm test before it is deployed.`,
  ];
};

/** Carries the command out on the data files of a folder, and answers what to say; throws with all that is wrong. */
export const runCatalogue = async (options: Options, folder: string): Promise<string[]> => {
  const dataFile = join(folder, options.kind.dataFile);
  const json = readFileSync(dataFile, 'utf8');
  return options.isExport ? exportTo(options.file, json, options) : replace(dataFile, json, options);
};
