import { beforeAll, describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import { returnItem, returnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { addDays } from '#shared/dates.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import { sharedPortalForTests } from './portal.ts';
import { newSerial, returnsDeskOf, today } from './return-bookings.ts';

// Files as spreadsheets of other countries, scanners and databases write them.
const portal = sharedPortalForTests();

let desk: ReturnType<typeof returnsDeskOf>;
beforeAll(async () => {
  desk = returnsDeskOf(await portal.signedIn('nuk', 'returns'));
});

const item = returnItem(returnItems[0]?.key ?? '');
if (!item) throw new Error('The catalogue is empty.');
const { ean } = item;
const bought = addDays(today(), -5);
const [year = '', month = '', day = ''] = bought.split('-');
const written = [day, month, year].join('/');
const store = 'UK-1001';
const headers = fileColumns.map((column) => fileHeaders[column].en[0]);

const serials = () => Array.from({ length: 3 }, (_, index) => `XKW1000000${index + 1}`);
const [one = '', two = '', three = ''] = serials();

const read = async (bytes: Uint8Array | string) => {
  const { status, json } = await desk.read(await desk.upload(bytes));
  expect(status).toBe(200);
  const { report } = json;
  if (report.outcome !== 'read') throw new Error(JSON.stringify(report));
  return report;
};

const text = (rows: readonly (readonly string[])[], separator = ';') =>
  [headers, ...rows].map((cells) => `${cells.join(separator)}\r\n`).join('');
const line = (change: Partial<Record<(typeof fileColumns)[number], string>>) => {
  const values = { storeId: store, storeRefNo: 'CASE-1', ean, productDescription: 'Odd one', purchaseDate: written };
  return fileColumns.map((column) => ({ ...values, serialNumber: one, ...change })[column]);
};
const accepted = (row: number, serialNumber: string, productDescription = 'Odd one') =>
  expect.objectContaining({ row, ean, purchaseDate: bought, serialNumber, productDescription });

const lumped = (description: string, serialNumber: string) =>
  `"${store},CASE-1,${ean},""${description}"",${written},${serialNumber}"`;

describe('lines that a spreadsheet program of another country put into one cell', () => {
  test.each([
    ['one of three', [line({}).join(','), lumped('Odd, two', two), line({ serialNumber: three }).join(',')]],
    ['all of them', [lumped('Odd one', one), lumped('Odd, two', two), lumped('Odd one', three)]],
    ['with the header', [lumped('Odd one', one), lumped('Odd, two', two), lumped('Odd one', three)]],
  ])('are read as lines: %s', async (name, body) => {
    const quoted = `"${headers.map((header, index) => (index === 0 ? header : `""${header}""`)).join(',')}"`;
    const header = name === 'with the header' ? `\uFEFF${quoted}` : headers.join(',');
    const report = await read([header, ...body, ''].join('\r\n'));
    expect(report.accepted).toEqual([accepted(2, one), accepted(3, two, 'Odd, two'), accepted(4, three)]);
    expect(report).not.toHaveProperty('setAside');
  });

  test('are read from a workbook, too', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Returns');
    sheet.addRow([headers.map((header, index) => (index === 0 ? header : `"${header}"`)).join(',')]);
    sheet.addRow([line({}).join(',')]);
    const report = await read(new Uint8Array(await book.xlsx.writeBuffer()));
    expect(report.accepted).toEqual([accepted(2, one)]);
  });
});

test('a row whose cells slipped is refused by its number, and no line is set aside', async () => {
  const rows = [
    line({}),
    ['', ...line({ serialNumber: two })],
    line({ serialNumber: newSerial() }).slice(1),
    ['', '', '', 'Odd one', written, 'A12'],
    line({ serialNumber: three }),
  ];
  const report = await read(text(rows));
  expect(report.accepted).toEqual([accepted(2, one), accepted(6, three)]);
  expect(report.refused.map(({ row, reasons }) => [row, reasons.map(({ key }) => key)])).toEqual([
    [3, ['misplaced']],
    [4, ['misplaced']],
    [5, ['missing', 'missing', 'missing']],
  ]);
  expect(report).not.toHaveProperty('setAside');
});

test('a cell far to the right is passed over and named', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Returns');
  sheet.addRows([headers, line({})]);
  sheet.getCell('DA2').value = 'note';
  const report = await read(new Uint8Array(await book.xlsx.writeBuffer()));
  expect(report.accepted).toEqual([accepted(2, one)]);
  expect(report.setAside).toEqual({
    rows: [],
    columns: [],
    cells: { count: 1, named: [{ cell: 'DA2', text: 'note' }] },
  });
});

const grouped = (separator: string) => ean.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);

test('EANs and serial numbers are read with thousands separators, GS1 prefixes and scanners’ marks', async () => {
  const codes = [
    grouped('.'),
    grouped("'"),
    `(01)0${ean}`,
    `]E0${ean}`,
    [...ean].map((digit) => String.fromCodePoint(Number(digit) + 0xff10)).join(''),
  ];
  const numbers = codes.map((_, index) => `${one}${index}`);
  const marked = [(number: string) => number, (number: string) => `*${number}*`, (number: string) => `S/N: ${number}`];
  const rows = codes.map((code, index) =>
    line({ ean: code, serialNumber: marked[index % 3]?.(numbers[index] ?? '') ?? '' }),
  );
  expect((await read(text(rows))).accepted).toEqual(numbers.map((number, index) => accepted(index + 2, number)));
});

test('a code that another keyboard layout has changed is named as one', async () => {
  const { refused } = await read(text([line({ ean: 'ç(éààà&àààà_é' }), line({ serialNumber: 'XKZ&àààààà&' })]));
  expect(refused.map(({ reasons }) => reasons)).toEqual([
    [{ column: 'ean', key: 'otherKeyboard' }],
    [{ column: 'serialNumber', key: 'otherKeyboard' }],
  ]);
});

test('store and reference in the first line stand for all', async () => {
  const others = [two, three].map((serialNumber) => line({ storeId: '', storeRefNo: '', serialNumber }));
  const report = await read(text([line({}), ...others]));
  expect(report).toMatchObject({ storeId: store, storeRefNo: 'CASE-1', refused: [], unnamed: [] });
  expect(report.accepted).toHaveLength(3);
});

test('the words of a database for nothing are no reference and no description', async () => {
  const rows = [
    line({ storeRefNo: 'NULL', productDescription: 'NULL' }),
    line({ storeRefNo: 'NULL', productDescription: String.raw`\N`, serialNumber: two }),
  ];
  const report = await read(text(rows));
  expect(report).toMatchObject({ storeRefNo: '', unnamed: ['storeRefNo'] });
  const label = returnItemLabel(item, 'en');
  expect(report.accepted).toEqual([accepted(2, one, label), accepted(3, two, label)]);
});

test('a text that was encoded twice is read as it was, asked about, and read as somebody says', async () => {
  const file = text([line({ productDescription: 'PokÃ©mon fÃ¼r' })]);
  const report = await read(file);
  expect(report.accepted).toEqual([accepted(2, one, 'Pokémon für')]);
  expect(report.spellings).toEqual([
    { charset: 'utf-8-twice', words: ['Pokémon', 'für'] },
    { charset: 'utf-8', words: ['PokÃ©mon', 'fÃ¼r'] },
  ]);
  const { json } = await desk.read(await desk.upload(file), { charset: 'utf-8' });
  expect(json.report).toMatchObject({ accepted: [{ productDescription: 'PokÃ©mon fÃ¼r' }] });
  expect(json.report).not.toHaveProperty('spellings');
});

test('real dates that a spreadsheet of another country may have turned round are asked about', async () => {
  // Bought five days ago; the second is a real date whose day and month can change places.
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Returns');
  const real = new Date(`${year}-02-01T00:00:00Z`);
  sheet.addRow(headers);
  sheet.addRow(line({ purchaseDate: `25/01/${year}`, serialNumber: newSerial() }));
  sheet.addRow([...line({ serialNumber: newSerial() })].map((cell, index) => (index === 4 ? real : cell)));
  sheet.getColumn(5).numFmt = 'dd/mm/yyyy';
  const bytes = new Uint8Array(await book.xlsx.writeBuffer());
  expect((await read(bytes)).doubtfulDates).toEqual([{ row: 3, turned: `${year}-01-02`, asShown: `${year}-02-01` }]);
  for (const dates of ['turned', 'asShown']) {
    const { json } = await desk.read(await desk.upload(bytes), { dates });
    expect(json.report).not.toHaveProperty('doubtfulDates');
  }
});

test.each([
  ['a web archive', 'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<table>store id</table>'],
  ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"store id"\r\nE\r\n'],
  ['JSON', '[{"store id":"UK-1001"}]'],
  ['a calendar', 'BEGIN:VCALENDAR\r\n'],
])('%s is another kind of file', async (_, content) => {
  const { json } = await desk.read(await desk.upload(content));
  expect(json.report).toEqual({ outcome: 'refused', code: 'FileWrongType' });
});
