import excel from 'exceljs';
import { expect, test } from 'vitest';
import type { ExportColumn } from './export-column.ts';
import { writeXlsx } from './xlsx.ts';

type Row = { readonly code: string | null; readonly at: string; readonly count: number };

const columns: ExportColumn<Row>[] = [
  { header: 'Serial number', kind: 'text', value: ({ code }) => code },
  { header: 'Submitted on', kind: 'instant', value: ({ at }) => at },
  { header: 'Products', kind: 'number', value: ({ count }) => count },
];

const sheetOf = async (items: readonly Row[], place = { locale: 'de-DE', timeZone: 'Europe/Berlin' }) => {
  const file = await writeXlsx({ ...place, title: 'Reparaturen', columns, items });
  expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(await file.arrayBuffer());
  const [sheet] = workbook.worksheets;
  if (!sheet) throw new Error('The workbook has no sheet.');
  return sheet;
};

const at = '2026-07-02T22:30:00.000Z';

test('one sheet with bold headers that stay in view, columns as wide as what they hold, and a filter', async () => {
  const sheet = await sheetOf([{ code: 'X'.repeat(30), at, count: 1 }]);
  expect(sheet.name).toBe('Reparaturen');
  expect(sheet.getRow(1).values).toEqual([undefined, 'Serial number', 'Submitted on', 'Products']);
  expect(sheet.getCell('A1').font).toMatchObject({ bold: true });
  expect(sheet.views).toEqual([expect.objectContaining({ state: 'frozen', ySplit: 1 })]);
  expect(sheet.getColumn(1).width).toBe(32);
  expect(sheet.getColumn(3).width).toBe(12);
  expect(sheet.autoFilter).toBe('A1:C1');
});

test.each([
  '007',
  '12345678901234567890',
  '1E5',
  '03-04',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  "'x",
  'a\tb',
  'true',
  'Zoë & <b>',
  '_x0041_',
])('%j is a text and stays one', async (code) => {
  const cell = (await sheetOf([{ code, at, count: 1 }])).getCell('A2');
  expect(cell.type).toBe(excel.ValueType.String);
  expect(cell.value).toBe(code);
  expect(cell.numFmt).toBe('@');
});

test('an instant is a date that can be sorted, on the region’s clocks, written as the country does', async () => {
  const cell = (await sheetOf([{ code: '1', at, count: 1 }])).getCell('B2');
  expect(cell.type).toBe(excel.ValueType.Date);
  expect(cell.value).toEqual(new Date('2026-07-03T00:30:00Z'));
  expect(cell.numFmt).toBe('dd.mm.yyyy hh:mm');
  const french = await sheetOf([{ code: '1', at, count: 1 }], { locale: 'fr-FR', timeZone: 'Europe/Paris' });
  expect(french.getCell('B2').numFmt).toBe('dd/mm/yyyy hh:mm');
});

test('a calendar date is one, on no clock at all', async () => {
  const column = {
    header: 'Bought',
    kind: 'date',
    value: ({ bought }: { readonly bought: string }) => bought,
  } as const;
  const file = await writeXlsx({
    locale: 'en-GB',
    timeZone: 'Pacific/Kiritimati',
    title: 'Lines',
    columns: [column],
    items: [{ bought: '2026-02-01' }],
  });
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(await file.arrayBuffer());
  const cell = workbook.worksheets[0]?.getCell('A2');
  expect(cell?.value).toEqual(new Date('2026-02-01T00:00:00Z'));
  expect(cell?.numFmt).toBe('dd/mm/yyyy');
});

test('a number is a number, and what there is not stays empty', async () => {
  const sheet = await sheetOf([{ code: null, at, count: 12 }]);
  expect(sheet.getCell('C2').value).toBe(12);
  expect(sheet.getCell('A2').value).toBeNull();
});

test('every row is in it, in the order of the list', async () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({ code: `S${index}`, at, count: index }));
  const sheet = await sheetOf(items);
  expect(sheet.rowCount).toBe(1001);
  expect(items.map((_, index) => sheet.getCell(index + 2, 1).value)).toEqual(items.map(({ code }) => code));
});
