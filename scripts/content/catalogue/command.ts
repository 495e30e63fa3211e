import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import ExcelJS from 'exceljs';
import * as z from 'zod/mini';
import { FileRejectedError } from '#lambdas/lib/spreadsheets/bounds.ts';
import { detectFileKind } from '#lambdas/lib/spreadsheets/read-table.ts';
import { readText } from '#lambdas/lib/spreadsheets/read-text.ts';
import { readSheets as readAllSheets } from '#lambdas/lib/spreadsheets/workbook/read-workbook.ts';
import { flag, createCommandParser } from '#scripts/command-line.ts';
import texts from '#shared/locales/en.json' with { type: 'json' };
import type { FileProblem } from '#shared/text/spreadsheet.ts';
import { repairs } from './repairs.ts';
import { returns } from './returns.ts';
import type { CatalogueKind, Sheet, Table } from './rows.ts';

const isList = Array.isArray;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const containsList = (value: unknown): boolean =>
  isObject(value) && (isList(value) || Object.values(value).some(containsList));

/**
 * Formats JSON like the data files: values that contain a list take one line per part, everything else one line, so
 * that a diff shows changed entries.
 */
export const toJsonText = (value: unknown, indent = ''): string => {
  if (!isObject(value)) return JSON.stringify(value);
  const innerIndent = `${indent}  `;
  const parts = isList(value)
    ? value.map((part) => toJsonText(part, innerIndent))
    : Object.entries(value).flatMap(([name, part]) =>
        part === undefined ? [] : [`${JSON.stringify(name)}: ${toJsonText(part, innerIndent)}`],
      );
  const open = isList(value) ? '[' : '{';
  const close = isList(value) ? ']' : '}';
  if (parts.length === 0) return `${open}${close}`;
  return containsList(value)
    ? `${open}\n${parts.map((part) => `${innerIndent}${part}`).join(',\n')}\n${indent}${close}`
    : `${open} ${parts.join(', ')} ${close}`;
};

/** Maximum length of a cell in Excel; a product may have many accessories. */
const maxCellLength = 32_767;

const rejectionReasons: Record<FileProblem, string> = {
  ...texts.file.refusals,
  FileTooLarge: 'This file is too large.',
};

/**
 * Reads the visible sheets of a workbook, or the single sheet of a CSV file; the content determines the type. Throws
 * if the file cannot be read.
 */
export const readSheets = async (file: string): Promise<Sheet[]> => {
  const bytes = readFileSync(file);
  try {
    if (detectFileKind(bytes) === 'workbook') return await readAllSheets(bytes, maxCellLength);
    const { rows, spellings } = readText(bytes);
    // Several spellings mean that the character set is in doubt, and the command cannot ask.
    if (spellings.length > 0) throw new Error(`${file} is in an unknown character set: save it as CSV UTF-8.`);
    return [{ name: '', rows }];
  } catch (error) {
    if (!(error instanceof FileRejectedError)) throw error;
    const position = error.row === undefined ? '' : ` (row ${error.row})`;
    throw new Error(`${file}${position}: ${rejectionReasons[error.code]}`, { cause: error });
  }
};

/** Writes tables as a workbook to edit. Fails if the file exists. */
const writeWorkbook = async (file: string, tables: readonly Table[]): Promise<void> => {
  const workbook = new ExcelJS.Workbook();
  for (const { name, cells, rows } of tables) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }] });
    sheet.columns = Object.keys(cells.shape).map((column) => ({
      header: column,
      key: column,
      width: 40,
      // Formatted as text, because Excel turns codes into numbers and names into dates.
      style: { numFmt: '@', alignment: { vertical: 'top', wrapText: true } },
    }));
    sheet.getRow(1).font = { bold: true };
    sheet.addRows([...rows]);
  }
  writeFileSync(file, new Uint8Array(await workbook.xlsx.writeBuffer()), { flag: 'wx' });
};

export const usage = `Checks a catalogue file, replaces the catalogue with it, and prints the changes.

  npm run catalogue -- repairs --export FILE.xlsx     writes today's catalogue as a workbook to edit
  npm run catalogue -- repairs FILE.xlsx              replaces the catalogue with that of the workbook
  npm run catalogue -- returns …                      the same for returns, also from a .csv file

  --dry-run          only prints the changes
  --allow-removals   also removes keys, which old records may contain`;

const kindByName: Readonly<Record<'repairs' | 'returns', CatalogueKind>> = { repairs, returns };
const fileOption = z.optional(z.string());
const kindOptions = { file: fileOption, export: fileOption, 'dry-run': flag, 'allow-removals': flag };
const readArguments = createCommandParser({ repairs: kindOptions, returns: kindOptions }, ['file']);

export const parseOptions = (args: string[]) => {
  const options = readArguments(args);
  if ((options.export === undefined) === (options.file === undefined)) throw new Error('One file, please.');
  if (options.export !== undefined && extname(options.export) !== '.xlsx')
    throw new Error('A workbook is called FILE.xlsx.');
  return options;
};

const formatCount = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Lists, for each changed column, the removed and added values; lists are compared key by key. */
const describeRowChanges = (oldRow: Table['rows'][number], newRow: Table['rows'][number]) =>
  Object.entries(newRow).flatMap(([column, text]) => {
    const oldValues = (oldRow[column] ?? '').split('\n').filter(Boolean);
    const newValues = text.split('\n').filter(Boolean);
    const removed = oldValues.filter((value) => !newValues.includes(value)).map((value) => `-${value}`);
    const added = newValues.filter((value) => !oldValues.includes(value)).map((value) => `+${value}`);
    const change = [...removed, ...added].join(', ') || 'another order';
    return oldRow[column] === text ? [] : [`      ${column}: ${change}`];
  });

/** Lists added, removed and changed entries. */
const describeChanges = ({ name, rows: oldTableRows }: Table, newTableRows: Table['rows']) => {
  const oldRows = new Map(oldTableRows.map((row) => [row['key'], row]));
  const newRows = new Map(newTableRows.map((row) => [row['key'], row]));
  const added = newTableRows.filter(({ key }) => !oldRows.has(key));
  const removed = oldTableRows.filter(({ key }) => !newRows.has(key));
  const changedLines = newTableRows.flatMap((row) => {
    const details = describeRowChanges(oldRows.get(row['key']) ?? row, row);
    return details.length > 0 ? [[`  ~ ${row['key']}  ${row['English']}`, ...details]] : [];
  });
  const counts = `${name}: ${added.length} added, ${removed.length} removed, ${changedLines.length} changed`;
  const formatRows = (sign: string, rows: Table['rows']) =>
    rows.map(({ key, English }) => `  ${sign} ${key}  ${English}`);
  return {
    removedCount: removed.length,
    lines: [counts, ...formatRows('+', added), ...formatRows('-', removed), ...changedLines.flat()],
  };
};

/** Runs the command on the data files of a folder, and returns the lines to print; throws with all problems. */
export const runCatalogue = async (options: ReturnType<typeof parseOptions>, folder: string): Promise<string[]> => {
  const kind = kindByName[options.name];
  const dataFile = join(folder, kind.dataFile);
  const currentText = readFileSync(dataFile, 'utf8');
  const oldTables = kind.toTables(JSON.parse(currentText));
  if (options.export !== undefined) {
    const contents = oldTables.map(({ name, rows }) => `${rows.length} ${name.toLowerCase()}`).join(' and ');
    await writeWorkbook(options.export, oldTables);
    return [`${options.export} holds ${contents}.`];
  }

  const problems: string[] = [];
  const data = kind.read(await readSheets(options.file ?? ''), problems);
  const outcome = `${formatCount(problems.length, 'problem')}: the catalogue stays as it is.`;
  if (problems.length > 0) throw new Error([...problems, '', outcome].join('\n'));
  const text = `${toJsonText(data)}\n`;
  if (text === currentText) return ['Nothing changes.'];
  const newTables = kind.toTables(data);
  const changes = oldTables.map((table, index) => describeChanges(table, newTables[index]?.rows ?? []));
  const lines = changes.flatMap((change) => change.lines);
  const removedCount = changes.reduce((sum, change) => sum + change.removedCount, 0);
  if (removedCount > 0 && !options['allow-removals'])
    throw new Error(
      [
        ...lines,
        '',
        `${formatCount(removedCount, 'key')} would disappear. Old records may carry them, and would then show the key instead of a name.`,
        'A product can stay as “label only”. --allow-removals goes on: the catalogue stays as it is until then.',
      ].join('\n'),
    );
  if (options['dry-run']) return [...lines, '', 'Nothing is written.'];
  writeFileSync(dataFile, text);
  return [...lines, '', `${dataFile} is written. Look at it with git diff, and run npm test before it is deployed.`];
};
