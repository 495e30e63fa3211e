import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readTable } from '#lambdas/spreadsheets/read-table.ts';
import { cellsOf, context, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import { textRows, workbookOf } from '#lambdas/testing/files/workbook.ts';
import { readUsers } from '#lambdas/user-files/rows/read-users.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { reportOnTable } from './lines/report.ts';

type Cells = readonly string[];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A line as one program writes it: each cell in quotation marks, or only those that need them. */
const lineOf = (cells: Cells, separator: string, quotesAll: boolean) =>
  cells
    .map((cell) => (quotesAll || cell.includes(separator) || cell.includes('"') ? quoted(cell) : cell))
    .join(separator);

/** Cuts a line into cells as a spreadsheet program of another country does: it takes quotation marks away only from a cell that begins with one. */
const cutElsewhere = (line: string, separator: string): string[] => {
  const cells: string[] = [];
  let rest = line;
  while (rest !== '') {
    const match = rest.startsWith('"') ? /^"((?:[^"]|"")*)"/.exec(rest) : null;
    const begin = match?.[1]?.replaceAll('""', '"') ?? '';
    const behind = rest.slice(match?.[0].length ?? 0);
    const end = behind.indexOf(separator);
    cells.push(begin + (end < 0 ? behind : behind.slice(0, end)));
    rest = end < 0 ? '' : behind.slice(end + 1);
  }
  return cells;
};

type Countries = { readonly written: string; readonly opened: string };
const englishInGermany: Countries = { written: ',', opened: ';' };
const germanInEngland: Countries = { written: ';', opened: ',' };

/** The cells of each line of a file that was written in one country and opened in another. */
const openedCells = (rows: readonly Cells[], { written, opened }: Countries, quotesAll: boolean) =>
  rows.map((cells) => cutElsewhere(lineOf(cells, written, quotesAll), opened));

/** Such a file, saved there as text: only a cell that holds a quotation mark or the separator gets quotation marks. */
const savedText = (rows: readonly Cells[], separator: string) => {
  const width = Math.max(...rows.map((cells) => cells.length));
  const cellText = (cell: string) => (cell.includes(separator) || cell.includes('"') ? quoted(cell) : cell);
  const filled = rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')]);
  return Buffer.from(filled.map((cells) => `${cells.map(cellText).join(separator)}\r\n`).join(''));
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const savedWorkbook = (rows: readonly Cells[]) => workbookOf(textRows(rows.map((cells) => cells.map(escaped))));

const reportOn = async (bytes: Uint8Array): Promise<FileReport> =>
  fileReport.parse(reportOnTable(await readTable(bytes), context));

const linesOf = (report: FileReport) =>
  report.outcome === 'read'
    ? report.accepted.map(({ row, ean, productDescription, serialNumber }) => [
        row,
        ean,
        productDescription,
        serialNumber,
      ])
    : report;

const described = (descriptions: readonly string[]) =>
  goodLines(descriptions.length).map((line, index) => ({ ...line, productDescription: descriptions[index] ?? '' }));
const expectedOf = (lines: ReturnType<typeof goodLines>, first = 2) =>
  lines.map(({ ean, productDescription, serialNumber }, index) => [
    index + first,
    ean,
    productDescription,
    serialNumber,
  ]);

const germanHeaders = fileColumns.map((column) => fileHeaders[column].de[0]);

describe('a file that a spreadsheet program of another country has opened and saved', () => {
  const texts = ['Odyssey', 'Zelda, Tears', 'Zelda; Tears', '5" screen', 'a; b, c'];
  const lines = described(texts);

  test.each<[string, Countries, Cells, boolean]>([
    ['an English one with all cells quoted, in Germany', englishInGermany, headers, true],
    ['a German one with all cells quoted, in England', germanInEngland, germanHeaders, true],
  ])('%s, is read from text and from a workbook', async (_, countries, header, quotesAll) => {
    const rows = openedCells([header, ...lines.map(cellsOf)], countries, quotesAll);
    for (const bytes of [savedText(rows, countries.opened), savedWorkbook(rows)]) {
      const report = await reportOn(bytes);
      expect(linesOf(report)).toEqual(expectedOf(lines));
      expect(report).toMatchObject({ refused: [], dropped: [] });
      expect(report).not.toHaveProperty('setAside');
    }
  });

  test.each([
    ['an English one', englishInGermany, headers],
    ['a German one', germanInEngland, germanHeaders],
  ])('%s with few cells quoted is read, or a row of it refused by its number', async (_, countries, header) => {
    const rows = openedCells([header, ...lines.map(cellsOf)], countries, false);
    for (const bytes of [savedText(rows, countries.opened), savedWorkbook(rows)]) {
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
    ['an English one, in Germany', englishInGermany, headers],
    ['a German one, in England', germanInEngland, germanHeaders],
  ])('%s, gets new lines below that stand in their columns', async (_, countries, header) => {
    const [first, ...others] = lines;
    if (!first) throw new Error('no line');
    for (const quotesAll of [true, false]) {
      const rows = [...openedCells([header, cellsOf(first)], countries, quotesAll), ...others.map(cellsOf)];
      for (const bytes of [savedText(rows, countries.opened), savedWorkbook(rows)])
        expect(linesOf(await reportOn(bytes))).toEqual(expectedOf(lines));
    }
  });

  test('is read below a title, and whichever column the lines stand in', async () => {
    const rows = openedCells([headers, ...lines.map(cellsOf)], englishInGermany, true).map((cells) => ['', ...cells]);
    const report = await reportOn(savedWorkbook([['Returns of November'], ...rows]));
    expect(linesOf(report)).toEqual(expectedOf(lines, 3));
    expect(report).toMatchObject({ setAside: { rows: [{ row: 1, text: 'Returns of November' }] } });
  });

  test('says which headers it lacks as those of a file in columns', async () =>
    expect(await reportOn(Buffer.from('"store id,""ean"",""product"""\r\n'))).toMatchObject({
      code: 'ReturnsFileWrongHeaders',
      missing: ['storeRefNo', 'productDescription', 'purchaseDate', 'serialNumber'],
      unknown: ['product'],
    }));
});

test('a file of users that another country’s program has opened and saved is read, too', async () => {
  const rows = [userColumns, ['anna@store.example', 'UK-1', 'Smith; Sons, London', 'true', 'false', 'false']];
  for (const countries of [englishInGermany, germanInEngland]) {
    const opened = openedCells(rows, countries, true);
    for (const bytes of [savedText(opened, countries.opened), savedWorkbook(opened)])
      expect(readUsers(await readTable(bytes), { returnsAvailable: true })).toMatchObject({
        users: [{ user: { row: 2, email: 'anna@store.example', storeName: 'Smith; Sons, London' } }],
        refused: [],
      });
  }
});

describe('single lines that stand in one cell', () => {
  const lines = described(['Odyssey', 'Zelda, Tears', 'Tetris']);
  const [first = [], second = [], third = []] = lines.map(cellsOf);

  test.each([
    ['with the file’s own separator', [[lineOf(second, ',', false)]]],
    ['with another separator', [[lineOf(second, ';', false)]]],
    ['with tabs', [[lineOf(second, '\t', false)]]],
    ['cut at another separator', [cutElsewhere(lineOf(second, ';', false), ',')]],
  ])('%s are read as the lines that they are', async (_, lumped) => {
    const rows = [headers, first, ...lumped, third];
    for (const bytes of [savedText(rows, ','), savedText(rows, ';'), savedWorkbook(rows)])
      expect(linesOf(await reportOn(bytes))).toEqual(expectedOf(lines));
  });

  test.each([
    ['with one cell too many', second.with(3, 'Zelda, Tears').join(',')],
    ['with one cell too few', third.slice(0, 5).join(',')],
    ['with blanks for separators', second.join(' ')],
    ['with a line break in it', second.join('\n')],
  ])('%s are refused by their row, never taken for no line', async (_, lumped) => {
    const report = await reportOn(savedWorkbook([headers, first, [lumped], third]));
    expect(report).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }],
      refused: [{ row: 3, reasons: [{ column: null, key: 'misplaced' }] }],
    });
    expect(report).not.toHaveProperty('setAside');
  });

  test('keep a line break in a description', async () => {
    const line = lineOf(second.with(3, 'Zelda\nTears'), ',', true);
    const report = await reportOn(savedText([headers, first, [line]], ','));
    expect(linesOf(report)).toContainEqual([3, second[2], 'Zelda Tears', second[5]]);
  });
});

// The other program loses a quotation mark behind a separator, and a cell of blanks is blank.
const descriptions = fc
  .stringMatching(/^[b-m"]["b-m;, ]{0,12}[b-m"]$/)
  .filter((text) => !/[;,](?:"| +[;,])/.test(text));

test('whatever a description holds, a line of another country’s file is read as it was, or refused', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(descriptions, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(englishInGermany, germanInEngland),
      fc.boolean(),
      fc.boolean(),
      async (texts, countries, quotesAll, isWorkbook) => {
        const lines = described(texts);
        const rows = openedCells([headers, ...lines.map(cellsOf)], countries, quotesAll);
        const report = await reportOn(isWorkbook ? savedWorkbook(rows) : savedText(rows, countries.opened));
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
