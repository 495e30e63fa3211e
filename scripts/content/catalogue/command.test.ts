import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { toJsonText, parseOptions, runCatalogue } from './command.ts';
import { exampleRepairs, exampleReturns } from './examples-for-test.ts';

const catalogueFolder = resolve(import.meta.dirname, '../../../shared/catalogue');
const folder = createTestFolder();

const dataFiles = ['repair-products.json', 'return-items.json'] as const;
const toPath = (name: string) => join(folder, name);
const readText = (dataFile: string) => readFileSync(toPath(dataFile), 'utf8');
const run = (...args: string[]) => runCatalogue(parseOptions(args), folder);

beforeEach(() => {
  for (const name of dataFiles) copyFileSync(join(catalogueFolder, name), toPath(name));
  for (const name of ['a.xlsx', 'a.csv', 'b.xlsx']) rmSync(toPath(name), { force: true });
});

/** Exports a catalogue, edits cells of the workbook, and returns the edited file. */
const exportEdited = async (kind: string, edit: (workbook: ExcelJS.Workbook) => void) => {
  await run(kind, '--export', toPath('a.xlsx'));
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(toPath('a.xlsx'));
  edit(workbook);
  await workbook.xlsx.writeFile(toPath('b.xlsx'));
  return toPath('b.xlsx');
};

const findRow = (sheet: ExcelJS.Worksheet | undefined, key: string) => {
  const matches: ExcelJS.Row[] = [];
  sheet?.eachRow((row) => void (row.getCell(1).text === key && matches.push(row)));
  const [row] = matches;
  if (!row) throw new Error(`no row ${key}`);
  return row;
};

describe('exported catalogue', () => {
  test.each(['repairs', 'returns'])('of %s is unchanged when read again', async (kind) => {
    await run(kind, '--export', toPath('a.xlsx'));
    expect(await run(kind, toPath('a.xlsx'))).toEqual(['Nothing changes.']);
  });

  test('never overwrites an existing file', async () => {
    writeFileSync(toPath('a.xlsx'), 'mine');
    await expect(run('returns', '--export', toPath('a.xlsx'))).rejects.toThrow('EEXIST: file already exists');
    expect(readText('a.xlsx')).toBe('mine');
  });

  test('has codes and EANs as text', async () => {
    await run('returns', '--export', toPath('a.xlsx'));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(toPath('a.xlsx'));
    expect(workbook.getWorksheet('Items')?.getCell('B2')).toMatchObject({
      value: expect.stringMatching(/^\d{13}$/),
      numFmt: '@',
    });
  });
});

describe('catalogue import', () => {
  beforeEach(() => {
    writeFileSync(toPath('repair-products.json'), toJsonText(exampleRepairs));
    writeFileSync(toPath('return-items.json'), toJsonText(exampleReturns));
  });

  test('writes the data file and reports the changes', async () => {
    const file = await exportEdited('repairs', (workbook) => {
      const products = workbook.getWorksheet('Products');
      const accessories = workbook.getWorksheet('Accessories');
      // Cell types that spreadsheets use: a number, rich text, a link.
      findRow(accessories, 'dock').getCell(2).value = 10_002_150;
      findRow(accessories, 'dock').getCell(3).value = null;
      findRow(accessories, 'cable').getCell(4).value = {
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
      findRow(products, '2ds').getCell(11).value = 'stylus';
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
    expect(readText('repair-products.json')).toContain('{ "key": "dock", "code": "10002150", "labels": {');
    expect(await run('repairs', file)).toEqual(['Nothing changes.']);
  });

  test('writes nothing with --dry-run', async () => {
    const textBefore = readText('return-items.json');
    const file = await exportEdited(
      'returns',
      (workbook) => void workbook.getWorksheet('Items')?.addRow(['thing', '4006381333931', 'Z9', 'accessory', 'Thing']),
    );
    const report = await run('returns', file, '--dry-run');
    expect(report).toEqual(['Items: 1 added, 0 removed, 0 changed', '  + thing  Thing', '', 'Nothing is written.']);
    expect(readText('return-items.json')).toBe(textBefore);
  });

  test('reports all problems and writes nothing', async () => {
    const textBefore = readText('repair-products.json');
    const file = await exportEdited('repairs', (workbook) => {
      const products = workbook.getWorksheet('Products');
      findRow(products, 'switch-2').getCell(2).value = 'r 9';
      findRow(workbook.getWorksheet('Accessories'), 'dock').getCell(5).value = null;
      const code = findRow(workbook.getWorksheet('Accessories'), 'cable').getCell(2);
      Object.assign(code, { numFmt: 'yyyy-mm-dd', value: new Date('2026-03-01') });
    });
    await expect(run('repairs', file)).rejects.toThrow(
      /^Products, row \d+, code: "r 9": .*\nAccessories, row \d+, German: is missing\nAccessories, row \d+, code: has become a date.*\n\n3 problems: the catalogue stays as it is\.$/,
    );
    expect(readText('repair-products.json')).toBe(textBefore);
  });

  test('requires --allow-removals when a key disappears', async () => {
    const textBefore = readText('repair-products.json');
    const file = await exportEdited('repairs', (workbook) => {
      const products = workbook.getWorksheet('Products');
      products?.spliceRows(findRow(products, 'wii-u').number, 1);
    });
    await expect(run('repairs', file)).rejects.toThrow(
      /- wii-u {2}Wii U[\s\S]*1 key would disappear[\s\S]*--allow-removals/,
    );
    expect(readText('repair-products.json')).toBe(textBefore);

    expect(await run('repairs', file, '--allow-removals')).toContain('  - wii-u  Wii U');
    expect(readText('repair-products.json')).not.toContain('wii-u');
  });

  test('accepts another row order and CSV', async () => {
    const formatRow = (key: string, ean: string) => `${key},${ean},${key.toUpperCase()},game,${key} game`;
    const rows = [formatRow('a', '9520001000072'), formatRow('b', '9520001000140')];
    const writeCsv = (...lines: string[]) =>
      writeFileSync(toPath('a.csv'), ['key,EAN,code,category,English', ...lines].join('\n'));
    writeCsv(...rows);
    await run('returns', toPath('a.csv'), '--allow-removals');
    writeCsv(...rows.toReversed());
    expect(await run('returns', toPath('a.csv'))).toContain('Items: 0 added, 0 removed, 0 changed');
    expect(readText('return-items.json')).toMatch(/"b game"[^]*"a game"/);
  });
});

describe('parseOptions', () => {
  test.each([
    [['toys', 'a.xlsx'], /Which command\? One of repairs, returns/],
    [['repairs'], /One file/],
    [['returns', '--export', 'a.csv'], /FILE\.xlsx/],
    [['repairs', 'a.xlsx', 'b.xlsx'], /What is b\.xlsx/],
    [['repairs', 'a.xlsx', '--export', 'b.xlsx'], /One file/],
    [['repairs', 'a.xlsx', '--force'], /--force/],
  ])('rejects %j', (args, message) => expect(() => parseOptions(args)).toThrow(message));
});
