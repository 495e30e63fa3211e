import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod/mini';
import { readCommand } from '../command-line.ts';
import { changesBetween } from './changes.ts';
import { readSheets, writeTables } from './files.ts';
import { repairs } from './repairs.ts';
import { returns } from './returns.ts';
import type { Kind, Problem } from './sheet.ts';

const isList = Array.isArray;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const holdsList = (value: unknown): boolean =>
  isObject(value) && (isList(value) || Object.values(value).some(holdsList));

/** JSON as the data files have it: a line for each part of what holds a list, and one for everything else, so that a change of an entry shows as one. */
export const jsonText = (value: unknown, indent = ''): string => {
  if (!isObject(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = isList(value)
    ? value.map((part) => jsonText(part, inner))
    : Object.entries(value).flatMap(([name, part]) =>
        part === undefined ? [] : [`${JSON.stringify(name)}: ${jsonText(part, inner)}`],
      );
  const [open, close] = isList(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return holdsList(value)
    ? `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`
    : `${open} ${parts.join(', ')} ${close}`;
};

export const usage = `Replaces what can be booked, after checking all of it, and says what changes.

  npm run catalogue -- repairs --export FILE.xlsx     writes today's catalogue as a workbook to edit
  npm run catalogue -- repairs FILE.xlsx              replaces the catalogue by that of the workbook
  npm run catalogue -- returns …                      the same for returns; .xlsx or .csv

  --dry-run          only says what would change
  --allow-removals   goes on although keys disappear that old records may carry`;

const kinds = { repairs, returns };
const flag = z._default(z.boolean(), false);
const anyKind = z.strictObject({
  file: z.optional(z.string()),
  export: z.optional(z.string()),
  'dry-run': flag,
  'allow-removals': flag,
});

/** Throws with what is wrong with the command line. */
export const parseOptions = (args: string[]) => {
  const given = readCommand({ repairs: anyKind, returns: anyKind }, args, ['file']);
  const kind: Kind = kinds[given.name];
  const file = given.export ?? given.file;
  if (file === undefined) throw new Error('Which file?');
  if (given.export !== undefined && given.file !== undefined) throw new Error('One file at a time.');
  if (!kind.formats.includes(extname(file).toLowerCase()))
    throw new Error(`${file}: the catalogue of ${given.name} is a file with ${kind.formats.join(' or ')}.`);
  return {
    kind,
    file,
    isExport: given.export !== undefined,
    isDryRun: given['dry-run'],
    allowsRemovals: given['allow-removals'],
  };
};

type Options = ReturnType<typeof parseOptions>;

export const describeProblem = ({ sheet, row, column, message }: Problem) =>
  `${sheet}, row ${row}, ${column}: ${message}`;

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

const exportTo = async (file: string, data: unknown, { kind }: Options) => {
  const tables = kind.tables(data);
  await writeTables(file, tables).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${file} is there already.`, { cause: error }) : error;
  });
  return [`${file} holds ${tables.map(({ name, rows }) => `${rows.length} ${name.toLowerCase()}`).join(' and ')}.`];
};

const replace = async (dataFile: string, data: unknown, { kind, file, isDryRun, allowsRemovals }: Options) => {
  const { problems, data: next } = kind.read(await readSheets(file));
  const before = kind.tables(data);
  if (problems.length > 0) {
    const sheets = before.map(({ name }) => name);
    // Sheet by sheet and from the top, as somebody mends them.
    const inOrder = problems.toSorted(
      (one, other) => sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || one.row - other.row,
    );
    const outcome = `${count(problems.length, 'problem')}: the catalogue stays as it is.`;
    throw new Error([...inOrder.map(describeProblem), '', outcome].join('\n'));
  }
  const { lines, removed } = changesBetween(before, kind.tables(next));
  if (lines.length === 0) return ['Nothing changes.'];
  if (removed > 0 && !allowsRemovals)
    throw new Error(
      [
        ...lines,
        '',
        `${count(removed, 'key')} would disappear. Old records may carry them, and would then show the key instead of a name.`,
        'A product can stay as “label only”. --allow-removals goes on: the catalogue stays as it is until then.',
      ].join('\n'),
    );
  if (isDryRun) return [...lines, '', 'Nothing is written.'];
  writeFileSync(dataFile, `${jsonText(next)}\n`);
  return [...lines, '', `${dataFile} is written. Look at it with git diff, and run npm test before it is deployed.`];
};

/** Carries the command out on the data files of a folder, and answers what to say; throws with all that is wrong. */
export const runCatalogue = async (options: Options, folder: string): Promise<string[]> => {
  const dataFile = join(folder, options.kind.dataFile);
  const data: unknown = JSON.parse(readFileSync(dataFile, 'utf8'));
  return options.isExport ? exportTo(options.file, data, options) : replace(dataFile, data, options);
};
