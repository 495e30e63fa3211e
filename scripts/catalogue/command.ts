import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import ExcelJS from 'exceljs';
import * as z from 'zod/mini';
import { FileRefused } from '#lambdas/spreadsheets/bounds.ts';
import { kindOfFile } from '#lambdas/spreadsheets/read-table.ts';
import { readText } from '#lambdas/spreadsheets/read-text.ts';
import { readSheets as readAllSheets } from '#lambdas/spreadsheets/workbook/read-workbook.ts';
import texts from '#shared/locales/en.json' with { type: 'json' };
import type { FileProblem } from '#shared/spreadsheet.ts';
import { flag, readCommand } from '../command-line.ts';
import { repairs } from './repairs.ts';
import { returns } from './returns.ts';
import type { Kind, Sheet, Table } from './rows.ts';

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

/** Of a cell, as Excel has it: a product may have many accessories. */
const longestCell = 32_767;

const refusals: Record<FileProblem, string> = { ...texts.file.refusals, FileTooLarge: 'This file is too large.' };

/** The visible sheets of a workbook, or the one of a CSV file: its content says which it is. Throws when it cannot be read. */
export const readSheets = async (file: string): Promise<Sheet[]> => {
  const bytes = readFileSync(file);
  try {
    if (kindOfFile(bytes) === 'workbook') return await readAllSheets(bytes, longestCell);
    const { rows, spellings } = readText(bytes);
    // Nobody is there to be asked which one it is.
    if (spellings.length > 0)
      throw new Error(`${file} is in a character set that nobody can tell: save it as CSV UTF-8.`);
    return [{ name: '', rows }];
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const where = error.row === undefined ? '' : ` (row ${error.row})`;
    throw new Error(`${file}${where}: ${refusals[error.code]}`, { cause: error });
  }
};

/** Writes tables as a workbook to edit. Never over a file that is there already. */
const writeWorkbook = async (file: string, tables: readonly Table[]): Promise<void> => {
  const workbook = new ExcelJS.Workbook();
  for (const { name, cells, rows } of tables) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }] });
    sheet.columns = Object.keys(cells.shape).map((column) => ({
      header: column,
      key: column,
      width: 40,
      // As text, or Excel makes numbers of codes and dates of names.
      style: { numFmt: '@', alignment: { vertical: 'top', wrapText: true } },
    }));
    sheet.getRow(1).font = { bold: true };
    sheet.addRows([...rows]);
  }
  writeFileSync(file, new Uint8Array(await workbook.xlsx.writeBuffer()), { flag: 'wx' });
};

export const usage = `Replaces what can be booked, after checking all of it, and says what changes.

  npm run catalogue -- repairs --export FILE.xlsx     writes today's catalogue as a workbook to edit
  npm run catalogue -- repairs FILE.xlsx              replaces the catalogue by that of the workbook
  npm run catalogue -- returns …                      the same for returns, which a .csv may hold, too

  --dry-run          only says what would change
  --allow-removals   goes on although keys disappear that old records may carry`;

const kinds: Readonly<Record<'repairs' | 'returns', Kind>> = { repairs, returns };
const file = z.optional(z.string());
const anyKind = { file, export: file, 'dry-run': flag, 'allow-removals': flag };
const read = readCommand({ repairs: anyKind, returns: anyKind }, ['file']);

export const parseOptions = (args: string[]) => {
  const given = read(args);
  if ((given.export === undefined) === (given.file === undefined)) throw new Error('One file, please.');
  if (given.export !== undefined && extname(given.export) !== '.xlsx')
    throw new Error('A workbook is called FILE.xlsx.');
  return given;
};

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** A line for each column that says something else: what it lost and gained, of a list key by key. */
const detailsOf = (before: Table['rows'][number], after: Table['rows'][number]) =>
  Object.entries(after).flatMap(([column, text]) => {
    const [old = [], now = []] = [before[column], text].map((each = '') => each.split('\n').filter(Boolean));
    const lost = old.filter((value) => !now.includes(value)).map((value) => `-${value}`);
    const gained = now.filter((value) => !old.includes(value)).map((value) => `+${value}`);
    const what = [...lost, ...gained].join(', ') || 'another order';
    return before[column] === text ? [] : [`      ${column}: ${what}`];
  });

/** A line for each entry that comes, goes or says something else. */
const changesOf = ({ name, rows: before }: Table, after: Table['rows']) => {
  const [old, now] = [before, after].map((rows) => new Map(rows.map((row) => [row['key'], row])));
  const added = after.filter(({ key }) => !old?.has(key));
  const removed = before.filter(({ key }) => !now?.has(key));
  const changed = after.flatMap((row) => {
    const details = detailsOf(old?.get(row['key']) ?? row, row);
    return details.length > 0 ? [[`  ~ ${row['key']}  ${row['English']}`, ...details]] : [];
  });
  const counts = `${name}: ${added.length} added, ${removed.length} removed, ${changed.length} changed`;
  const signed = (sign: string, rows: Table['rows']) => rows.map(({ key, English }) => `  ${sign} ${key}  ${English}`);
  return {
    removed: removed.length,
    lines: [counts, ...signed('+', added), ...signed('-', removed), ...changed.flat()],
  };
};

/** Carries the command out on the data files of a folder, and answers what to say; throws with all that is wrong. */
export const runCatalogue = async (options: ReturnType<typeof parseOptions>, folder: string): Promise<string[]> => {
  const kind = kinds[options.name];
  const dataFile = join(folder, kind.dataFile);
  const today = readFileSync(dataFile, 'utf8');
  const before = kind.tables(JSON.parse(today));
  if (options.export !== undefined) {
    const held = before.map(({ name, rows }) => `${rows.length} ${name.toLowerCase()}`).join(' and ');
    await writeWorkbook(options.export, before);
    return [`${options.export} holds ${held}.`];
  }

  const problems: string[] = [];
  const data = kind.read(await readSheets(options.file ?? ''), problems);
  const outcome = `${count(problems.length, 'problem')}: the catalogue stays as it is.`;
  if (problems.length > 0) throw new Error([...problems, '', outcome].join('\n'));
  const text = `${jsonText(data)}\n`;
  if (text === today) return ['Nothing changes.'];
  const after = kind.tables(data);
  const changes = before.map((table, at) => changesOf(table, after[at]?.rows ?? []));
  const lines = changes.flatMap((change) => change.lines);
  const removed = changes.reduce((sum, change) => sum + change.removed, 0);
  if (removed > 0 && !options['allow-removals'])
    throw new Error(
      [
        ...lines,
        '',
        `${count(removed, 'key')} would disappear. Old records may carry them, and would then show the key instead of a name.`,
        'A product can stay as “label only”. --allow-removals goes on: the catalogue stays as it is until then.',
      ].join('\n'),
    );
  if (options['dry-run']) return [...lines, '', 'Nothing is written.'];
  writeFileSync(dataFile, text);
  return [...lines, '', `${dataFile} is written. Look at it with git diff, and run npm test before it is deployed.`];
};
