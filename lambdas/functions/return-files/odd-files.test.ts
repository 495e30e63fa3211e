import { describe, expect, test } from '@jest/globals';
import { readTable } from '#lambdas/lib/spreadsheets/read-table.ts';
import { context, headers } from '#lambdas/testing/files/lines.ts';
import { oddFiles } from '#lambdas/testing/files/odd-files.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { fileReport, toRejectedRowsTable } from '#shared/returns/file/report.ts';
import { reportOnTable } from './lines/build-report.ts';

const reportOn = async (bytes: Uint8Array): Promise<FileReport> =>
  fileReport.parse(reportOnTable(await readTable(bytes), context));

const toRowNumbers = (report: FileReport) =>
  report.outcome === 'read' ? report.accepted.map(({ row }) => row) : report;
const toDescriptions = (report: FileReport) =>
  report.outcome === 'read' ? report.accepted.map(({ productDescription }) => productDescription) : report;

describe('rows and columns that are not return lines are set aside and reported', () => {
  test.each<[keyof typeof oddFiles, readonly number[], unknown]>([
    ['a title above', [4, 5], { rows: [{ row: 1, text: 'Returns of November, shop 7' }], columns: [] }],
    ['a title above, in a file with commas', [3], { rows: [{ row: 1, text: 'Returns; November' }], columns: [] }],
    ['a title over merged cells', [3], { rows: [{ row: 1, text: 'Returns' }], columns: [] }],
    [
      'a total and a note below',
      [2, 3],
      {
        rows: [
          { row: 4, text: 'Total | 2' },
          { row: 6, text: 'All checked by Kim' },
        ],
        columns: [],
      },
    ],
    ['a total that is a formula', [2], { rows: [{ row: 3, text: 'Total | 1' }], columns: [] }],
    ['a repeated header', [2, 4], { rows: [{ row: 3, text: headers.join(' | ').slice(0, 120) }], columns: [] }],
    ['further columns', [2, 3], { rows: [], columns: ['price', 'checked'] }],
  ])('%s', async (name, rows, setAside) => {
    const report = await reportOn(oddFiles[name]);
    expect(toRowNumbers(report)).toEqual(rows);
    expect(report).toMatchObject({ setAside, refused: [], dropped: [] });
  });
});

describe('rows without a header', () => {
  const toColumns = (report: FileReport) => report.guessed?.map(({ column }) => column);

  test.each<[keyof typeof oddFiles, readonly number[]]>([
    ['no headers', [1, 2, 3]],
    ['no headers, and a single row', [1]],
  ])("reads %s in the template's order", async (name, rows) => {
    const report = await reportOn(oddFiles[name]);
    expect(toRowNumbers(report)).toEqual(rows);
    expect(toColumns(report)).toEqual(fileColumns);
    expect(report.guessed?.[0]?.example).toBe('ST-100');
  });

  test('infers columns from their contents', async () => {
    const report = await reportOn(oddFiles['no headers, and only what is needed']);
    expect(toColumns(report)).toEqual(['serialNumber', 'purchaseDate', 'ean']);
    expect(report).toMatchObject({ accepted: { length: 3 }, unnamed: ['storeId', 'storeRefNo'] });
  });

  test('does not guess between two similar columns', async () =>
    expect(await reportOn(oddFiles['no headers, and two columns of EANs'])).toMatchObject({
      code: 'ReturnsFileWrongHeaders',
    }));
});

test('accepts a row whose description contradicts the EAN, and reports it', async () =>
  expect(await reportOn(oddFiles['a description of another product'])).toMatchObject({
    accepted: { length: 2 },
    contradictions: [{ row: 2, productDescription: 'Mario Kart World', product: 'super-mario-odyssey' }],
  }));

test('rejects month-first dates and date cells until the question is answered', async () =>
  expect(await reportOn(oddFiles['month-first text dates and date cells'])).toMatchObject({
    accepted: [],
    refused: [
      { row: 2, reasons: [{ key: 'dateMonthFirst' }] },
      { row: 3, reasons: [{ key: 'dateMonthFirst' }] },
    ],
    doubtfulDates: [
      { row: 2, text: '11/15/2026', monthFirst: '2026-11-15', asShown: '2026-11-15' },
      { row: 3, monthFirst: '2026-11-10', asShown: '2026-10-11' },
    ],
  }));

describe('text files', () => {
  test.each<[keyof typeof oddFiles, readonly string[]]>([
    ['words with an apostrophe', ["'90s Arcade", "'n Sync 2"]],
    ['CSV (Macintosh)', ['Pokémon Épée', 'Größe „M“', 'Édition spéciale']],
    ['CSV (MS-DOS)', ['Pokémon', 'Straße', 'Zubehör für Müller']],
    ['foreign names in Windows-1252', ['Škoda für 5 €', 'Señor', 'naïve']],
  ])('reads %s without a question', async (name, descriptions) => {
    const report = await reportOn(oddFiles[name]);
    expect(toDescriptions(report)).toEqual(descriptions);
    expect(report).not.toHaveProperty('spellings');
  });

  test('asks about the character set if words are too few', async () =>
    expect((await reportOn(oddFiles['too few words to be sure'])).spellings?.[0]).toEqual({
      charset: 'macintosh',
      words: ['RÉF', 'Pokémon'],
    }));

  test('asks before decoding foreign names differently', async () => {
    const report = await reportOn(oddFiles['only foreign names in Windows-1252']);
    expect(report.spellings?.map(({ words }) => words)).toContainEqual(['Žižek', 'Škoda', 'Škola']);
  });

  test('asks about all character sets if a word fits several', async () => {
    const report = await reportOn(oddFiles['one word that could be in two character sets']);
    expect(report.spellings?.map(({ charset, words }) => [charset, ...words])).toEqual([
      ['macintosh', 'RÉF', 'Édition'],
      ['windows-1252', 'RƒF', 'ƒdition'],
      ['ibm850', 'RâF', 'âdition'],
    ]);
  });
});

test.each<keyof typeof oddFiles>([
  'zip entry names with backslashes',
  'relationship targets with backslashes',
  'cell references in lower case',
  'parts in UTF-16, an empty sheet in front',
  'as many styles as Excel has',
])('reads a workbook with %s', async (name) => expect(toRowNumbers(await reportOn(oddFiles[name]))).toEqual([2]));

test("shows a formula's result in the file of rejected rows", async () => {
  const report = await reportOn(oddFiles['a formula with a stored text']);
  const rejectedRows = report.outcome === 'read' ? report.refused : [];
  expect(rejectedRows).toMatchObject([{ row: 2, reasons: [{ column: 'productDescription', key: 'formula' }] }]);
  expect(toRejectedRowsTable(rejectedRows, 'en', ({ key }) => key)[1]).toContain('Zelda');
});

test.each<[keyof typeof oddFiles, string]>([
  ['.xls', 'FileIsXls'],
  ['.xls before Excel 97', 'FileIsXls'],
  ['a document of Word before 2007', 'FileWrongType'],
  ['.xlsb', 'FileIsXlsb'],
  ['.ods', 'FileIsOds'],
  ['a text of OpenDocument', 'FileWrongType'],
  ['.numbers', 'FileIsNumbers'],
])('rejects %s with %s', async (name, code) =>
  expect(readTable(oddFiles[name])).rejects.toMatchObject({ name: 'FileRefused', code }),
);
