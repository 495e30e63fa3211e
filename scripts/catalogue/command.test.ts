import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';
import { jsonText, parseOptions, runCatalogue } from './command.ts';
import { exampleRepairs, exampleReturns } from './examples-for-test.ts';

const shipped = resolve(import.meta.dirname, '../../shared/catalogue');
const folder = freshFolder();

const dataFiles = ['repair-products.json', 'return-items.json'] as const;
const path = (name: string) => join(folder, name);
const textOf = (dataFile: string) => readFileSync(path(dataFile), 'utf8');
const run = (...args: string[]) => runCatalogue(parseOptions(args), folder);

beforeEach(() => {
  for (const name of dataFiles) copyFileSync(join(shipped, name), path(name));
  for (const name of ['a.xlsx', 'a.csv', 'b.xlsx']) rmSync(path(name), { force: true });
});

/** Exports a catalogue, changes cells of the workbook as somebody would in a spreadsheet, and answers the file. */
const edited = async (kind: string, edit: (workbook: ExcelJS.Workbook) => void) => {
  await run(kind, '--export', path('a.xlsx'));
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path('a.xlsx'));
  edit(workbook);
  await workbook.xlsx.writeFile(path('b.xlsx'));
  return path('b.xlsx');
};

const rowOf = (sheet: ExcelJS.Worksheet | undefined, key: string) => {
  const found: ExcelJS.Row[] = [];
  sheet?.eachRow((row) => void (row.getCell(1).text === key && found.push(row)));
  const [row] = found;
  if (!row) throw new Error(`no row ${key}`);
  return row;
};

describe('today’s catalogue', () => {
  // Spelling included.
  test.each(['repairs', 'returns'])('of %s exported and read again changes nothing', async (kind) => {
    await run(kind, '--export', path('a.xlsx'));
    expect(await run(kind, path('a.xlsx'))).toEqual(['Nothing changes.']);
  });

  test('is never exported over a file that somebody may have edited', async () => {
    writeFileSync(path('a.xlsx'), 'mine');
    await expect(run('returns', '--export', path('a.xlsx'))).rejects.toThrow('EEXIST: file already exists');
    expect(textOf('a.xlsx')).toBe('mine');
  });

  test('is exported with codes and EANs as text', async () => {
    await run('returns', '--export', path('a.xlsx'));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(path('a.xlsx'));
    expect(workbook.getWorksheet('Items')?.getCell('B2')).toMatchObject({
      value: expect.stringMatching(/^\d{13}$/),
      numFmt: '@',
    });
  });
});

describe('a new catalogue', () => {
  beforeEach(() => {
    writeFileSync(path('repair-products.json'), jsonText(exampleRepairs));
    writeFileSync(path('return-items.json'), jsonText(exampleReturns));
  });

  test('is written, with a report of what changed', async () => {
    const file = await edited('repairs', (workbook) => {
      const products = workbook.getWorksheet('Products');
      const accessories = workbook.getWorksheet('Accessories');
      // As spreadsheets hold such cells: a number, rich text, a link.
      rowOf(accessories, 'dock').getCell(2).value = 10_002_150;
      rowOf(accessories, 'dock').getCell(3).value = null;
      rowOf(accessories, 'cable').getCell(4).value = {
        richText: [{ text: 'HDMI ' }, { font: { bold: true }, text: 'cable' }],
      };
      accessories?.addRow([
        'stylus',
        'A7',
        'yes',
        { text: 'Stylus (2DS)', hyperlink: 'https://shop.example' },
        'Touchpen (2DS)',
        'Stylet (2DS)',
      ]);
      rowOf(products, '2ds').getCell(11).value = 'stylus';
    });

    const report = await run('repairs', file);
    expect(report.slice(0, -2)).toEqual([
      'Products: 0 added, 0 removed, 1 changed',
      '  ~ 2ds  2DS',
      '      accessories: -cable, +stylus',
      'Accessories: 1 added, 0 removed, 2 changed',
      '  + stylus  Stylus (2DS)',
      '  ~ dock  Dock',
      '      code: -A1, +10002150',
      '      sample: -yes',
      '  ~ cable  HDMI cable',
      '      English: -Cable, +HDMI cable',
    ]);
    expect(textOf('repair-products.json')).toContain('{ "key": "dock", "code": "10002150", "labels": {');
    expect(await run('repairs', file)).toEqual(['Nothing changes.']);
  });

  test('is only looked at with --dry-run', async () => {
    const before = textOf('return-items.json');
    const file = await edited(
      'returns',
      (workbook) => void workbook.getWorksheet('Items')?.addRow(['thing', '4006381333931', 'Z9', 'accessory', 'Thing']),
    );
    const report = await run('returns', file, '--dry-run');
    expect(report).toEqual(['Items: 1 added, 0 removed, 0 changed', '  + thing  Thing', '', 'Nothing is written.']);
    expect(textOf('return-items.json')).toBe(before);
  });

  test('with problems is refused, all of them named, and nothing is written', async () => {
    const before = textOf('repair-products.json');
    const file = await edited('repairs', (workbook) => {
      const products = workbook.getWorksheet('Products');
      rowOf(products, 'switch-2').getCell(2).value = 'r 9';
      rowOf(workbook.getWorksheet('Accessories'), 'dock').getCell(5).value = null;
      const code = rowOf(workbook.getWorksheet('Accessories'), 'cable').getCell(2);
      Object.assign(code, { numFmt: 'yyyy-mm-dd', value: new Date('2026-03-01') });
    });
    await expect(run('repairs', file)).rejects.toThrow(
      /^Products, row \d+, code: "r 9": .*\nAccessories, row \d+, German: is missing\nAccessories, row \d+, code: has become a date.*\n\n3 problems: the catalogue stays as it is\.$/,
    );
    expect(textOf('repair-products.json')).toBe(before);
  });

  test('without a key that old records may carry asks for --allow-removals', async () => {
    const before = textOf('repair-products.json');
    const file = await edited('repairs', (workbook) => {
      const products = workbook.getWorksheet('Products');
      products?.spliceRows(rowOf(products, 'wii-u').number, 1);
    });
    await expect(run('repairs', file)).rejects.toThrow(
      /- wii-u {2}Wii U[\s\S]*1 key would disappear[\s\S]*--allow-removals/,
    );
    expect(textOf('repair-products.json')).toBe(before);

    expect(await run('repairs', file, '--allow-removals')).toContain('  - wii-u  Wii U');
    expect(textOf('repair-products.json')).not.toContain('wii-u');
  });

  test('may have another order, and come as CSV', async () => {
    const cells = (key: string, ean: string) => `${key},${ean},${key.toUpperCase()},game,${key} game`;
    const rows = [cells('a', '9520001000072'), cells('b', '9520001000140')];
    const write = (...lines: string[]) =>
      writeFileSync(path('a.csv'), ['key,EAN,code,category,English', ...lines].join('\n'));
    write(...rows);
    await run('returns', path('a.csv'), '--allow-removals');
    write(...rows.toReversed());
    expect(await run('returns', path('a.csv'))).toContain('Items: 0 added, 0 removed, 0 changed');
    expect(textOf('return-items.json')).toMatch(/"b game"[^]*"a game"/);
  });
});

describe('the command line', () => {
  test.each([
    [['toys', 'a.xlsx'], /Which command\? One of repairs, returns/],
    [['repairs'], /One file/],
    [['returns', '--export', 'a.csv'], /FILE\.xlsx/],
    [['repairs', 'a.xlsx', 'b.xlsx'], /What is b\.xlsx/],
    [['repairs', 'a.xlsx', '--export', 'b.xlsx'], /One file/],
    [['repairs', 'a.xlsx', '--force'], /--force/],
  ])('%j is refused', (args, message) => expect(() => parseOptions(args)).toThrow(message));
});
