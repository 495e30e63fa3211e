import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeAs } from '#lambdas/spreadsheets/charset.ts';
import { readTable } from '#lambdas/spreadsheets/read-table.ts';
import { cellsOf, context, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import { textRows, workbookOf } from '#lambdas/testing/files/workbook.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { charsets } from '#shared/spreadsheet.ts';
import type { Charset, Encoding } from '#shared/spreadsheet.ts';
import { reportOnTable } from './lines/report.ts';

/** Returns a text as a program shows and saves it that takes UTF-8 for its own character set. */
const twice = (text: string, charset: Charset) => decodeAs(charset, Buffer.from(text));

const rowsOf = (descriptions: readonly string[], header: readonly string[] = headers) => [
  header,
  ...goodLines(descriptions.length).map((line, index) =>
    cellsOf({ ...line, storeRefNo: 'R-7', productDescription: descriptions[index] ?? '' }),
  ),
];
const text = (rows: readonly (readonly string[])[]) => Buffer.from(rows.map((cells) => cells.join(';')).join('\r\n'));

const reportOn = async (bytes: Uint8Array, encoding?: Encoding) =>
  fileReport.parse(reportOnTable(await readTable(bytes), { ...context, ...(encoding && { encoding }) }));
const descriptionsOf = (report: Awaited<ReturnType<typeof reportOn>>) =>
  report.outcome === 'read' ? report.accepted.map(({ productDescription }) => productDescription) : report;

const words = ['Pokémon Violet', 'Kabel für Dock', 'Zelda', 'Größe „M“', 'Manette à charger', '5 € – d’été'];

describe.each(charsets)('a text of UTF-8 that was taken for %s and saved again', (charset) => {
  const rows = rowsOf(words.map((word) => twice(word, charset)));

  test('is read as it was, and asked about with words of both', async () => {
    for (const bytes of [text(rows), workbookOf(textRows(rows))]) {
      const report = await reportOn(bytes);
      expect(descriptionsOf(report)).toEqual(words);
      expect(report.spellings).toEqual([
        { charset: 'utf-8-twice', words: ['Pokémon', 'für', 'Größe', '„M“'] },
        { charset: 'utf-8', words: ['Pokémon', 'für', 'Größe', '„M“'].map((word) => twice(word, charset)) },
      ]);
    }
  });

  test('is read as somebody says, without another question', async () => {
    const asItStands = await reportOn(text(rows), 'utf-8');
    expect(descriptionsOf(asItStands)).toEqual(rows.slice(1).map((cells) => cells[3]?.trim()));
    expect(asItStands).not.toHaveProperty('spellings');
    const decoded = await reportOn(text(rows), 'utf-8-twice');
    expect(descriptionsOf(decoded)).toEqual(words);
    expect(decoded).not.toHaveProperty('spellings');
  });

  test('has its headers found', async () => {
    const french = fileColumns.map((column) => twice(fileHeaders[column].fr[0], charset));
    expect(descriptionsOf(await reportOn(text(rowsOf(['Zelda'], french))))).toEqual(['Zelda']);
  });
});

test('a text that Windows’ character set has spoiled three times is read as it was at first', async () => {
  const spoil = (word: string) => twice(word, 'windows-1252');
  const descriptions = words.map((word) => spoil(spoil(spoil(word))));
  expect(descriptionsOf(await reportOn(text(rowsOf(descriptions))))).toEqual(words);
});

test('a text as people write it is not decoded again', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[A-Za-z][a-zäöüßéèêàâçîôûœæ’ -]{0,12}[a-zäöüßéèàç™®]$/), {
        minLength: 1,
        maxLength: 3,
      }),
      async (descriptions) => {
        const report = await reportOn(text(rowsOf(descriptions)));
        expect(report).not.toHaveProperty('spellings');
        expect(descriptionsOf(report)).toEqual(descriptions.map((word) => word.replaceAll(/ +/g, ' ')));
      },
    ),
    { numRuns: 500 },
  ));
