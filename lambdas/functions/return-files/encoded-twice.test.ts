import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeAs } from '#lambdas/lib/spreadsheets/charset.ts';
import { readTable } from '#lambdas/lib/spreadsheets/read-table.ts';
import { toCells, context, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import { buildTextRows, buildWorkbook } from '#lambdas/testing/files/workbook.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { charsets } from '#shared/text/spreadsheet.ts';
import type { Charset, Encoding } from '#shared/text/spreadsheet.ts';
import { reportOnTable } from './lines/build-report.ts';

/** Returns a text as saved by a program that has decoded UTF-8 with another character set. */
const encodeTwice = (text: string, charset: Charset) => decodeAs(charset, Buffer.from(text));

const toRows = (descriptions: readonly string[], header: readonly string[] = headers) => [
  header,
  ...buildGoodLines(descriptions.length).map((line, index) =>
    toCells({ ...line, storeRefNo: 'R-7', productDescription: descriptions[index] ?? '' }),
  ),
];
const toCsv = (rows: readonly (readonly string[])[]) => Buffer.from(rows.map((cells) => cells.join(';')).join('\r\n'));

const reportOn = async (bytes: Uint8Array, encoding?: Encoding) =>
  fileReport.parse(reportOnTable(await readTable(bytes), { ...context, ...(encoding && { encoding }) }));
const toDescriptions = (report: Awaited<ReturnType<typeof reportOn>>) =>
  report.outcome === 'read' ? report.accepted.map(({ productDescription }) => productDescription) : report;

const words = ['Pokémon Violet', 'Kabel für Dock', 'Zelda', 'Größe „M“', 'Manette à charger', '5 € – d’été'];

describe.each(charsets)('UTF-8 that was decoded as %s and saved again', (charset) => {
  const rows = toRows(words.map((word) => encodeTwice(word, charset)));

  test('is repaired, and a question shows both spellings', async () => {
    for (const bytes of [toCsv(rows), buildWorkbook(buildTextRows(rows))]) {
      const report = await reportOn(bytes);
      expect(toDescriptions(report)).toEqual(words);
      expect(report.spellings).toEqual([
        { charset: 'utf-8-twice', words: ['Pokémon', 'für', 'Größe', '„M“'] },
        { charset: 'utf-8', words: ['Pokémon', 'für', 'Größe', '„M“'].map((word) => encodeTwice(word, charset)) },
      ]);
    }
  });

  test('is read as the user has answered, without another question', async () => {
    const unchangedReport = await reportOn(toCsv(rows), 'utf-8');
    expect(toDescriptions(unchangedReport)).toEqual(rows.slice(1).map((cells) => cells[3]?.trim()));
    expect(unchangedReport).not.toHaveProperty('spellings');
    const decodedReport = await reportOn(toCsv(rows), 'utf-8-twice');
    expect(toDescriptions(decodedReport)).toEqual(words);
    expect(decodedReport).not.toHaveProperty('spellings');
  });

  test('is repaired in the headers', async () => {
    const frenchHeaders = fileColumns.map((column) => encodeTwice(fileHeaders[column].fr[0], charset));
    expect(toDescriptions(await reportOn(toCsv(toRows(['Zelda'], frenchHeaders))))).toEqual(['Zelda']);
  });
});

test('repairs a text that Windows-1252 has damaged three times', async () => {
  const damage = (word: string) => encodeTwice(word, 'windows-1252');
  const descriptions = words.map((word) => damage(damage(damage(word))));
  expect(toDescriptions(await reportOn(toCsv(toRows(descriptions))))).toEqual(words);
});

test('leaves ordinary text unchanged', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[A-Za-z][a-zäöüßéèêàâçîôûœæ’ -]{0,12}[a-zäöüßéèàç™®]$/), {
        minLength: 1,
        maxLength: 3,
      }),
      async (descriptions) => {
        const report = await reportOn(toCsv(toRows(descriptions)));
        expect(report).not.toHaveProperty('spellings');
        expect(toDescriptions(report)).toEqual(descriptions.map((word) => word.replaceAll(/ +/g, ' ')));
      },
    ),
    { numRuns: 500 },
  ));
