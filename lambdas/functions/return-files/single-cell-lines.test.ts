import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseUsers } from '#lambdas/functions/user-files/rows/parse-users.ts';
import { readTable } from '#lambdas/lib/spreadsheets/read-table.ts';
import { toCells, context, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import { buildTextRows, buildWorkbook } from '#lambdas/testing/files/workbook.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { reportOnTable } from './lines/build-report.ts';

type Cells = readonly string[];

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Writes a line with all cells quoted, or only those that need it. */
const toLine = (cells: Cells, separator: string, quotesAll: boolean) =>
  cells
    .map((cell) => (quotesAll || cell.includes(separator) || cell.includes('"') ? quote(cell) : cell))
    .join(separator);

/**
 * Splits a line as a spreadsheet program with another list separator does, which removes quotation marks only from
 * cells that start with one.
 */
const splitWithOtherSeparator = (line: string, separator: string): string[] => {
  const cells: string[] = [];
  let remainingLine = line;
  while (remainingLine !== '') {
    const match = remainingLine.startsWith('"') ? /^"((?:[^"]|"")*)"/.exec(remainingLine) : null;
    const quotedText = match?.[1]?.replaceAll('""', '"') ?? '';
    const remainder = remainingLine.slice(match?.[0].length ?? 0);
    const end = remainder.indexOf(separator);
    cells.push(quotedText + (end < 0 ? remainder : remainder.slice(0, end)));
    remainingLine = end < 0 ? '' : remainder.slice(end + 1);
  }
  return cells;
};

type Separators = { readonly savedWith: string; readonly openedWith: string };
const englishInGermany: Separators = { savedWith: ',', openedWith: ';' };
const germanInEngland: Separators = { savedWith: ';', openedWith: ',' };

/** Returns the cells of each line of a file that was saved in one country and opened in another. */
const toOpenedCells = (rows: readonly Cells[], { savedWith, openedWith }: Separators, quotesAll: boolean) =>
  rows.map((cells) => splitWithOtherSeparator(toLine(cells, savedWith, quotesAll), openedWith));

/** Saves cells as text with the second program's separator, quoting only cells with a quotation mark or separator. */
const toSavedText = (rows: readonly Cells[], separator: string) => {
  const width = Math.max(...rows.map((cells) => cells.length));
  const toCellText = (cell: string) => (cell.includes(separator) || cell.includes('"') ? quote(cell) : cell);
  const paddedRows = rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')]);
  return Buffer.from(paddedRows.map((cells) => `${cells.map(toCellText).join(separator)}\r\n`).join(''));
};

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const toSavedWorkbook = (rows: readonly Cells[]) =>
  buildWorkbook(buildTextRows(rows.map((cells) => cells.map(escapeXml))));

const reportOn = async (bytes: Uint8Array): Promise<FileReport> =>
  fileReport.parse(reportOnTable(await readTable(bytes), context));

const toComparableLines = (report: FileReport) =>
  report.outcome === 'read'
    ? report.accepted.map(({ row, ean, productDescription, serialNumber }) => [
        row,
        ean,
        productDescription,
        serialNumber,
      ])
    : report;

const buildLinesWithDescriptions = (descriptions: readonly string[]) =>
  buildGoodLines(descriptions.length).map((line, index) => ({
    ...line,
    productDescription: descriptions[index] ?? '',
  }));
const toExpectedLines = (lines: ReturnType<typeof buildGoodLines>, firstRow = 2) =>
  lines.map(({ ean, productDescription, serialNumber }, index) => [
    index + firstRow,
    ean,
    productDescription,
    serialNumber,
  ]);

const germanHeaders = fileColumns.map((column) => fileHeaders[column].de[0]);

describe('a file opened and saved in a country with another list separator', () => {
  const texts = ['Odyssey', 'Zelda, Tears', 'Zelda; Tears', '5" screen', 'a; b, c'];
  const lines = buildLinesWithDescriptions(texts);

  test.each<[string, Separators, Cells, boolean]>([
    ['an English file with all cells quoted, opened in Germany', englishInGermany, headers, true],
    ['a German file with all cells quoted, opened in England', germanInEngland, germanHeaders, true],
  ])('reads %s, from text and workbook', async (_, countries, header, quotesAll) => {
    const rows = toOpenedCells([header, ...lines.map(toCells)], countries, quotesAll);
    for (const bytes of [toSavedText(rows, countries.openedWith), toSavedWorkbook(rows)]) {
      const report = await reportOn(bytes);
      expect(toComparableLines(report)).toEqual(toExpectedLines(lines));
      expect(report).toMatchObject({ refused: [], dropped: [] });
      expect(report).not.toHaveProperty('setAside');
    }
  });

  test.each([
    ['an English file', englishInGermany, headers],
    ['a German file', germanInEngland, germanHeaders],
  ])('reads %s with few quoted cells, or rejects single rows', async (_, countries, header) => {
    const rows = toOpenedCells([header, ...lines.map(toCells)], countries, false);
    for (const bytes of [toSavedText(rows, countries.openedWith), toSavedWorkbook(rows)]) {
      const report = await reportOn(bytes);
      if (report.outcome !== 'read') throw new Error(JSON.stringify(report));
      expect(report.accepted.length + report.refused.length).toBe(lines.length);
      for (const { row, productDescription } of report.accepted) expect(productDescription).toBe(texts[row - 2]);
      expect(report.accepted.length).toBeGreaterThanOrEqual(4);
      expect(report.refused.flatMap(({ reasons }) => reasons)).toEqual(
        report.refused.map(() => ({ column: null, key: 'misplaced' })),
      );
    }
  });

  test.each([
    ['an English file, opened in Germany', englishInGermany, headers],
    ['a German file, opened in England', germanInEngland, germanHeaders],
  ])('reads %s, with lines added later in separate columns', async (_, countries, header) => {
    const [firstLine, ...otherLines] = lines;
    if (!firstLine) throw new Error('no line');
    for (const quotesAll of [true, false]) {
      const rows = [...toOpenedCells([header, toCells(firstLine)], countries, quotesAll), ...otherLines.map(toCells)];
      for (const bytes of [toSavedText(rows, countries.openedWith), toSavedWorkbook(rows)])
        expect(toComparableLines(await reportOn(bytes))).toEqual(toExpectedLines(lines));
    }
  });

  test('reads lines below a title and in any column', async () => {
    const rows = toOpenedCells([headers, ...lines.map(toCells)], englishInGermany, true).map((cells) => ['', ...cells]);
    const report = await reportOn(toSavedWorkbook([['Returns of November'], ...rows]));
    expect(toComparableLines(report)).toEqual(toExpectedLines(lines, 3));
    expect(report).toMatchObject({ setAside: { rows: [{ row: 1, text: 'Returns of November' }] } });
  });

  test('names the missing headers as for any other file', async () =>
    expect(await reportOn(Buffer.from('"store id,""ean"",""product"""\r\n'))).toMatchObject({
      code: 'ReturnsFileWrongHeaders',
      missing: ['storeRefNo', 'productDescription', 'purchaseDate', 'serialNumber'],
      unknown: ['product'],
    }));
});

test('reads a file of users saved with another list separator', async () => {
  const rows = [userColumns, ['anna@store.example', 'UK-1', 'Smith; Sons, London', 'true', 'false', 'false']];
  for (const countries of [englishInGermany, germanInEngland]) {
    const openedRows = toOpenedCells(rows, countries, true);
    for (const bytes of [toSavedText(openedRows, countries.openedWith), toSavedWorkbook(openedRows)])
      expect(parseUsers(await readTable(bytes), { returnsAvailable: true })).toMatchObject({
        users: [{ user: { row: 2, email: 'anna@store.example', storeName: 'Smith; Sons, London' } }],
        refused: [],
      });
  }
});

describe('lines that are in one cell', () => {
  const lines = buildLinesWithDescriptions(['Odyssey', 'Zelda, Tears', 'Tetris']);
  const [firstLine = [], secondLine = [], thirdLine = []] = lines.map(toCells);

  test.each([
    ['with the file’s own separator', [[toLine(secondLine, ',', false)]]],
    ['with another separator', [[toLine(secondLine, ';', false)]]],
    ['with tabs', [[toLine(secondLine, '\t', false)]]],
    ['split at another separator', [splitWithOtherSeparator(toLine(secondLine, ';', false), ',')]],
  ])('are read %s', async (_, combinedCells) => {
    const rows = [headers, firstLine, ...combinedCells, thirdLine];
    for (const bytes of [toSavedText(rows, ','), toSavedText(rows, ';'), toSavedWorkbook(rows)])
      expect(toComparableLines(await reportOn(bytes))).toEqual(toExpectedLines(lines));
  });

  test.each([
    ['with one cell too many', secondLine.with(3, 'Zelda, Tears').join(',')],
    ['with one cell too few', thirdLine.slice(0, 5).join(',')],
    ['with spaces as separators', secondLine.join(' ')],
    ['with a line break in it', secondLine.join('\n')],
  ])('are rejected %s, not set aside', async (_, combinedCells) => {
    const report = await reportOn(toSavedWorkbook([headers, firstLine, [combinedCells], thirdLine]));
    expect(report).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }],
      refused: [{ row: 3, reasons: [{ column: null, key: 'misplaced' }] }],
    });
    expect(report).not.toHaveProperty('setAside');
  });

  test('keep a line break in a description', async () => {
    const line = toLine(secondLine.with(3, 'Zelda\nTears'), ',', true);
    const report = await reportOn(toSavedText([headers, firstLine, [line]], ','));
    expect(toComparableLines(report)).toContainEqual([3, secondLine[2], 'Zelda Tears', secondLine[5]]);
  });
});

// A quotation mark or a blank cell after a separator is excluded, because the other program changes it when it saves the file.
const descriptions = fc
  .stringMatching(/^[b-m"]["b-m;, ]{0,12}[b-m"]$/)
  .filter((text) => !/[;,](?:"| +[;,])/.test(text));

test('reads any description unchanged or rejects the line', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(descriptions, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(englishInGermany, germanInEngland),
      fc.boolean(),
      fc.boolean(),
      async (texts, countries, quotesAll, isWorkbook) => {
        const lines = buildLinesWithDescriptions(texts);
        const rows = toOpenedCells([headers, ...lines.map(toCells)], countries, quotesAll);
        const report = await reportOn(isWorkbook ? toSavedWorkbook(rows) : toSavedText(rows, countries.openedWith));
        if (report.outcome === 'refused') return expect(report.code).toBe('FileDamaged');
        expect(report).not.toHaveProperty('setAside');
        expect(report.accepted.length + report.refused.length).toBe(lines.length);
        for (const { row, productDescription } of report.accepted)
          expect(productDescription).toBe(texts[row - 2]?.replaceAll(/ +/g, ' '));
        return undefined;
      },
    ),
    { numRuns: 300 },
  ));
