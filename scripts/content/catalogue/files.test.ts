import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import { buildTextRows, buildWorkbook } from '#lambdas/testing/files/workbook.ts';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { readSheets } from './command.ts';
import { readCellText } from './rows.ts';

const folder = createTestFolder();

const readTexts = async (file: string) =>
  (await readSheets(file)).map(({ name, rows }) => [
    name,
    rows.map(({ number, cells }) => [number, ...cells.map((cell) => Object.values(readCellText(cell))[0])]),
  ]);

const saveFile = (name: string, bytes: string | Uint8Array) => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

test('reads a workbook’s sheets with their row numbers', async () => {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Items');
  sheet.addRow(['key', 'EAN']);
  sheet.getCell('A4').value = { richText: [{ text: 'do' }, { font: { bold: true }, text: 'ck' }] };
  sheet.getCell('B4').value = 9_520_001_000_072;
  sheet.getCell('B6').value = '  ';
  workbook.addWorksheet('Notes').getCell('B2').value = { text: 'hello', hyperlink: 'https://shop.example' };
  const file = join(folder, 'book.xlsx');
  await workbook.xlsx.writeFile(file);
  expect(await readTexts(file)).toEqual([
    [
      'Items',
      [
        [1, 'key', 'EAN'],
        [4, 'dock', '9520001000072'],
      ],
    ],
    ['Notes', [[2, '', 'hello']]],
  ]);
});

test('reads a CSV file as one sheet without a name', async () => {
  const bytes = Buffer.from('key;German\r\ndock;"Station ""groß"", weiß"\r\n;\r\ncable;Kabel\r\n', 'latin1');
  expect(await readTexts(saveFile('western.csv', bytes))).toEqual([
    [
      '',
      [
        [1, 'key', 'German'],
        [2, 'dock', 'Station "groß", weiß'],
        [4, 'cable', 'Kabel'],
      ],
    ],
  ]);
});

test('reads cells up to Excel’s maximum length', async () => {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Products').getCell('A1').value = 'x'.repeat(5000);
  const file = join(folder, 'long.xlsx');
  await workbook.xlsx.writeFile(file);
  expect(await readTexts(file)).toEqual([['Products', [[1, 'x'.repeat(5000)]]]]);
  const fileWithInlineStrings = saveFile('inline.xlsx', buildWorkbook(buildTextRows([['x'.repeat(5000)]])));
  expect(await readTexts(fileWithInlineStrings)).toMatchObject([[expect.any(String), [[1, 'x'.repeat(5000)]]]]);
});

test.each<[Cell, string | RegExp]>([
  [true, 'yes'],
  [{ kind: 'formula', shown: ' dock ' }, 'dock'],
  [{ kind: 'formula' }, ''],
  [{ kind: 'formula', shown: '#N/A' }, /is an error/],
  [{ kind: 'error', text: '#REF!' }, /is an error/],
  [{ kind: 'date', date: '2026-03-01' }, /has become a date/],
  [{ kind: 'formatted', value: 100_000 }, /another number/],
  [95_200_010_000_720_000, /has shortened/],
])('reads the text of cell %j, or rejects it', (cell, expected) =>
  expect(readCellText(cell)).toEqual(
    typeof expected === 'string' ? { text: expected } : { wrong: expect.stringMatching(expected) },
  ),
);

test.each<[string, string | Uint8Array | undefined, RegExp]>([
  ['nowhere.xlsx', undefined, /no such file/],
  ['text.xlsx', '%PDF-1.7', /neither an \.xlsx nor a \.csv file/],
  ['quote.csv', 'key,English\r\ndock,"Dock', / \(row 2\): This file is damaged/],
  ['mac.csv', Buffer.from([0x6b, 0x0a, 0x83, 0x64, 0x69, 0x74]), /character set/],
])('rejects %s', async (name, content, reason) => {
  const file = join(folder, name);
  if (content !== undefined) writeFileSync(file, content);
  await expect(readSheets(file)).rejects.toThrow(reason);
});
