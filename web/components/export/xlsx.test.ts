import excel from 'exceljs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { texts } from '#shared/locales/texts.ts';
import type { ExportColumn } from './export-column.ts';
import { writeXlsx } from './xlsx.ts';

type Row = { readonly code: string | null; readonly at: string; readonly count: number };

const columns: ExportColumn<Row>[] = [
  { header: 'Serial number', kind: 'text', value: ({ code }) => code },
  { header: 'Submitted on', kind: 'instant', value: ({ at }) => at },
  { header: 'Products', kind: 'number', value: ({ count }) => count },
];

const readFirstSheet = async (file: Blob) => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(await file.arrayBuffer());
  const [sheet] = workbook.worksheets;
  if (!sheet) throw new Error('The workbook has no sheet.');
  return sheet;
};

const writeSheet = async (items: readonly Row[], place = { locale: 'de-DE', timeZone: 'Europe/Berlin' }) => {
  const file = await writeXlsx({ ...place, title: 'Reparaturen', columns, items });
  expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  return readFirstSheet(file);
};

// Characters that XML cannot represent, not even escaped.
// oxlint-disable-next-line no-control-regex
const nonXmlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const at = '2026-07-02T22:30:00.000Z';

test('has bold frozen headers, fitted columns and a filter', async () => {
  const sheet = await writeSheet([{ code: 'X'.repeat(30), at, count: 1 }]);
  expect(sheet.name).toBe('Reparaturen');
  expect(sheet.getRow(1).values).toEqual([undefined, 'Serial number', 'Submitted on', 'Products']);
  expect(sheet.getCell('A1').font).toMatchObject({ bold: true, name: 'Calibri', size: 11 });
  expect(sheet.getCell('A1').numFmt).toBe('@');
  expect(sheet.getCell('A2').font).not.toMatchObject({ bold: true });
  expect(sheet.views).toEqual([expect.objectContaining({ state: 'frozen', ySplit: 1, topLeftCell: 'A2' })]);
  expect([1, 2, 3].map((column) => sheet.getColumn(column).width)).toEqual([32, 18, 12]);
  expect(sheet.autoFilter).toBe('A1:C1');
});

test('limits column widths and also formats empty rows', async () => {
  const sheet = await writeSheet([{ code: 'X'.repeat(500), at, count: 1 }]);
  expect(sheet.getColumn(1).width).toBe(60);
  expect([1, 2, 3].map((column) => sheet.getCell(9, column).numFmt)).toEqual(['@', 'dd.mm.yyyy hh:mm', undefined]);
});

const numberLikeTexts = ['007', '12345678901234567890', '1E5', '03-04', '=1+1', '+1', '-1', '@SUM(A1)', "'x", 'true'];
const specialTexts = ['a\tb', 'Zoë & <b>', '_x0041_', ' spaces ', 'two\r\nlines', '<t>&amp;"\'', '😀 任天堂'];

test.each([...numberLikeTexts, ...specialTexts, 'constructor', '__proto__'])('writes %j as text', async (code) => {
  const cell = (await writeSheet([{ code, at, count: 1 }])).getCell('A2');
  expect(cell.type).toBe(excel.ValueType.String);
  expect(cell.value).toBe(code);
  expect(cell.numFmt).toBe('@');
});

test('writes instants as local, sortable dates in the locale’s format', async () => {
  const cell = (await writeSheet([{ code: '1', at, count: 1 }])).getCell('B2');
  expect(cell.type).toBe(excel.ValueType.Date);
  expect(cell.value).toEqual(new Date('2026-07-03T00:30:00Z'));
  expect(cell.numFmt).toBe('dd.mm.yyyy hh:mm');
  const frenchSheet = await writeSheet([{ code: '1', at, count: 1 }], { locale: 'fr-FR', timeZone: 'Europe/Paris' });
  expect(frenchSheet.getCell('B2').numFmt).toBe('dd/mm/yyyy hh:mm');
});

test('writes calendar dates without a time zone', async () => {
  const columnsOfDates = [{ header: 'Bought', kind: 'date', value: (bought: string) => bought }] as const;
  const place = { locale: 'en-GB', timeZone: 'Pacific/Kiritimati', title: 'Lines' };
  const file = await writeXlsx({ ...place, columns: columnsOfDates, items: ['2026-02-01'] });
  const cell = (await readFirstSheet(file)).getCell('A2');
  expect(cell.value).toEqual(new Date('2026-02-01T00:00:00Z'));
  expect(cell.numFmt).toBe('dd/mm/yyyy');
});

test('keeps all rows in order, numbers as numbers, nulls empty', async () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    code: index === 7 ? null : `S${index}`,
    at,
    count: index,
  }));
  const sheet = await writeSheet(items);
  expect(sheet.rowCount).toBe(1001);
  const values = items.map((_, index) => [1, 3].map((column) => sheet.getCell(index + 2, column).value));
  expect(values).toEqual(items.map(({ code, count }) => [code, count]));
});

test('round-trips any texts in any number of columns', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.string({ unit: fc.constantFrom(...'=+-@\'"<>&_x0041;\t\n\r 01'), minLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 30, maxLength: 30 }), { maxLength: 4 }), async (items) => {
      const file = await writeXlsx<readonly string[]>({
        locale: 'fr-FR',
        timeZone: 'Europe/Paris',
        title: 'R & D',
        columns: Array.from({ length: 30 }, (_, index) => ({
          header: `Column ${index}`,
          kind: 'text',
          value: (row) => row[index] ?? null,
        })),
        items,
      });
      const sheet = await readFirstSheet(file);
      expect(sheet.name).toBe('R & D');
      expect(sheet.autoFilter).toBe('A1:AD1');
      expect(items.map((_, row) => (sheet.getRow(row + 2).values as string[]).slice(1))).toEqual(
        items.map((row) => row.map((text) => text.replaceAll(nonXmlCharacters, ''))),
      );
    }),
    // Examples: text that becomes _x0041_-like only after line ends are escaped, or after invalid characters are
    // removed.
    {
      numRuns: 100,
      examples: [[[Array.from({ length: 30 }, (_, index) => ['_x0010\r', '_x00\u000041_'][index % 2] ?? '')]]],
    },
  );
});

const findSheetTitles = (branch: object): string[] =>
  Object.entries(branch).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return findSheetTitles(value);
    return ['sheet', 'sheetTitle'].includes(key) && typeof value === 'string' ? [value] : [];
  });

test.each(Object.entries(texts))('%s: sheet titles are valid in Excel', (_, localeTexts) => {
  expect(findSheetTitles(localeTexts).length).toBeGreaterThan(2);
  for (const title of findSheetTitles(localeTexts)) expect(title).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/);
});
