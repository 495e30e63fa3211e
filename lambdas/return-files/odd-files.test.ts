import { describe, expect, test } from '@jest/globals';
import { readTable } from '#lambdas/spreadsheets/read-table.ts';
import { context, headers } from '#lambdas/testing/files/lines.ts';
import { oddFiles } from '#lambdas/testing/files/odd-files.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { fileReport, refusedRowsTable } from '#shared/returns/file/report.ts';
import { reportOnTable } from './lines/report.ts';

const reportOn = async (bytes: Uint8Array): Promise<FileReport> =>
  fileReport.parse(reportOnTable(await readTable(bytes), context));

const rowsOf = (report: FileReport) => (report.outcome === 'read' ? report.accepted.map(({ row }) => row) : report);
const descriptionsOf = (report: FileReport) =>
  report.outcome === 'read' ? report.accepted.map(({ productDescription }) => productDescription) : report;

describe('what is no line is set aside and told, and the lines are read', () => {
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
    ['the header once more', [2, 4], { rows: [{ row: 3, text: headers.join(' | ').slice(0, 120) }], columns: [] }],
    ['further columns', [2, 3], { rows: [], columns: ['price', 'checked'] }],
  ])('%s', async (name, rows, setAside) => {
    const report = await reportOn(oddFiles[name]);
    expect(rowsOf(report)).toEqual(rows);
    expect(report).toMatchObject({ setAside, refused: [], dropped: [] });
  });
});

describe('rows without a header', () => {
  const columnsOf = (report: FileReport) => report.guessed?.map(({ column }) => column);

  test.each<[keyof typeof oddFiles, readonly number[]]>([
    ['no headers', [1, 2, 3]],
    ['no headers, and a single row', [1]],
  ])('%s: the order of the template', async (name, rows) => {
    const report = await reportOn(oddFiles[name]);
    expect(rowsOf(report)).toEqual(rows);
    expect(columnsOf(report)).toEqual(fileColumns);
    expect(report.guessed?.[0]?.example).toBe('ST-100');
  });

  test('columns are told by what they hold, and the return says the rest', async () => {
    const report = await reportOn(oddFiles['no headers, and only what is needed']);
    expect(columnsOf(report)).toEqual(['serialNumber', 'purchaseDate', 'ean']);
    expect(report).toMatchObject({ accepted: { length: 3 }, unnamed: ['storeId', 'storeRefNo'] });
  });

  test('two columns that could be the same are nothing to guess at', async () =>
    expect(await reportOn(oddFiles['no headers, and two columns of EANs'])).toMatchObject({
      code: 'ReturnsFileWrongHeaders',
    }));
});

test('a description that names another product than the EAN is told; the row is accepted all the same', async () =>
  expect(await reportOn(oddFiles['a description of another product'])).toMatchObject({
    accepted: { length: 2 },
    contradictions: [{ row: 2, productDescription: 'Mario Kart World', product: 'super-mario-odyssey' }],
  }));

test('months in front beside real dates: neither is read before somebody says how, and both readings are there', async () =>
  expect(await reportOn(oddFiles['months in front beside real dates'])).toMatchObject({
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
    ['names of other countries in Windows’ character set', ['Škoda für 5 €', 'Señor', 'naïve']],
  ])('%s are read as they were written, without a question', async (name, descriptions) => {
    const report = await reportOn(oddFiles[name]);
    expect(descriptionsOf(report)).toEqual(descriptions);
    expect(report).not.toHaveProperty('spellings');
  });

  test('of too few words to be sure are asked about', async () =>
    expect((await reportOn(oddFiles['too few words to be sure'])).spellings?.[0]).toEqual({
      charset: 'macintosh',
      words: ['RÉF', 'Pokémon'],
    }));

  test('of names that make sense in another character set are not turned into its words unasked', async () => {
    const report = await reportOn(oddFiles['nothing but names of other countries in Windows’ character set']);
    expect(report.spellings?.map(({ words }) => words)).toContainEqual(['Žižek', 'Škoda', 'Škola']);
  });

  test('where one word could be in two character sets, all are asked about', async () => {
    const report = await reportOn(oddFiles['one word that could be in two character sets']);
    expect(report.spellings?.map(({ charset, words }) => [charset, ...words])).toEqual([
      ['macintosh', 'RÉF', 'Édition'],
      ['windows-1252', 'RƒF', 'ƒdition'],
      ['ibm850', 'RâF', 'âdition'],
    ]);
  });
});

test.each<keyof typeof oddFiles>([
  'names with backslashes',
  'targets with backslashes',
  'references in small letters',
  'parts in UTF-16, an empty sheet in front',
  'as many styles as Excel has',
])('%s are what other programs write', async (name) => expect(rowsOf(await reportOn(oddFiles[name]))).toEqual([2]));

test('what a formula shows is in the file of the refused rows', async () => {
  const report = await reportOn(oddFiles['a formula that shows something']);
  const refused = report.outcome === 'read' ? report.refused : [];
  expect(refused).toMatchObject([{ row: 2, reasons: [{ column: 'productDescription', key: 'formula' }] }]);
  expect(refusedRowsTable(refused, 'en', ({ key }) => key)[1]).toContain('Zelda');
});

test.each<[keyof typeof oddFiles, string]>([
  ['.xls', 'FileIsXls'],
  ['.xls before Excel 97', 'FileIsXls'],
  ['a document of Word before 2007', 'FileWrongType'],
  ['.xlsb', 'FileIsXlsb'],
  ['.ods', 'FileIsOds'],
  ['a text of OpenDocument', 'FileWrongType'],
  ['.numbers', 'FileIsNumbers'],
])('%s is refused: %s', async (name, code) =>
  expect(readTable(oddFiles[name])).rejects.toMatchObject({ name: 'FileRefused', code }),
);
