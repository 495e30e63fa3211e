import { beforeAll, describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import { findReturnItem, toReturnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { addDays } from '#shared/dates/dates.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import { openSharedTestPortal } from './portal.ts';
import { createSerialNumber, createReturnsClient, getToday } from './return-bookings.ts';

// These files are written by spreadsheets of other countries, scanners and databases.
const portal = openSharedTestPortal();

let client: ReturnType<typeof createReturnsClient>;
beforeAll(async () => {
  client = createReturnsClient(await portal.signInOnce('nuk', 'returns'));
});

const item = findReturnItem(returnItems[0]?.key ?? '');
if (!item) throw new Error('The catalogue is empty.');
const { ean } = item;
const purchaseDate = addDays(getToday(), -5);
const [year = '', month = '', day = ''] = purchaseDate.split('-');
const writtenDate = [day, month, year].join('/');
const store = 'UK-1001';
const headers = fileColumns.map((column) => fileHeaders[column].en[0]);

const serial1 = 'XKW10000001';
const serial2 = 'XKW10000002';
const serial3 = 'XKW10000003';

const read = async (bytes: Uint8Array | string) => {
  const { status, json } = await client.read(await client.upload(bytes));
  expect(status).toBe(200);
  const { report } = json;
  if (report.outcome !== 'read') throw new Error(JSON.stringify(report));
  return report;
};

const toCsv = (rows: readonly (readonly string[])[], separator = ';') =>
  [headers, ...rows].map((cells) => `${cells.join(separator)}\r\n`).join('');
const createRow = (change: Partial<Record<(typeof fileColumns)[number], string>>) => {
  const values = {
    storeId: store,
    storeRefNo: 'CASE-1',
    ean,
    productDescription: 'Odd one',
    purchaseDate: writtenDate,
  };
  return fileColumns.map((column) => ({ ...values, serialNumber: serial1, ...change })[column]);
};
const expectedLine = (row: number, serialNumber: string, productDescription = 'Odd one') =>
  expect.objectContaining({ row, ean, purchaseDate, serialNumber, productDescription });

const createJoinedLine = (description: string, serialNumber: string) =>
  `"${store},CASE-1,${ean},""${description}"",${writtenDate},${serialNumber}"`;

describe('lines that a spreadsheet program joined into one cell', () => {
  test.each([
    [
      'one of three',
      [createRow({}).join(','), createJoinedLine('Odd, two', serial2), createRow({ serialNumber: serial3 }).join(',')],
    ],
    [
      'all of them',
      [
        createJoinedLine('Odd one', serial1),
        createJoinedLine('Odd, two', serial2),
        createJoinedLine('Odd one', serial3),
      ],
    ],
    [
      'with the header',
      [
        createJoinedLine('Odd one', serial1),
        createJoinedLine('Odd, two', serial2),
        createJoinedLine('Odd one', serial3),
      ],
    ],
  ])('are split: %s', async (name, body) => {
    const quoted = `"${headers.map((header, index) => (index === 0 ? header : `""${header}""`)).join(',')}"`;
    const header = name === 'with the header' ? `\uFEFF${quoted}` : headers.join(',');
    const report = await read([header, ...body, ''].join('\r\n'));
    expect(report.accepted).toEqual([
      expectedLine(2, serial1),
      expectedLine(3, serial2, 'Odd, two'),
      expectedLine(4, serial3),
    ]);
    expect(report).not.toHaveProperty('setAside');
  });

  test('are split in a workbook, too', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Returns');
    sheet.addRow([headers.map((header, index) => (index === 0 ? header : `"${header}"`)).join(',')]);
    sheet.addRow([createRow({}).join(',')]);
    const report = await read(new Uint8Array(await book.xlsx.writeBuffer()));
    expect(report.accepted).toEqual([expectedLine(2, serial1)]);
  });
});

test('rejects rows with shifted cells, without ignoring any', async () => {
  const rows = [
    createRow({}),
    ['', ...createRow({ serialNumber: serial2 })],
    createRow({ serialNumber: createSerialNumber() }).slice(1),
    ['', '', '', 'Odd one', writtenDate, 'A12'],
    createRow({ serialNumber: serial3 }),
  ];
  const report = await read(toCsv(rows));
  expect(report.accepted).toEqual([expectedLine(2, serial1), expectedLine(6, serial3)]);
  expect(report.refused.map(({ row, reasons }) => [row, reasons.map(({ key }) => key)])).toEqual([
    [3, ['misplaced']],
    [4, ['misplaced']],
    [5, ['missing', 'missing', 'missing']],
  ]);
  expect(report).not.toHaveProperty('setAside');
});

test('ignores and reports a cell far to the right', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Returns');
  sheet.addRows([headers, createRow({})]);
  sheet.getCell('DA2').value = 'note';
  const report = await read(new Uint8Array(await book.xlsx.writeBuffer()));
  expect(report.accepted).toEqual([expectedLine(2, serial1)]);
  expect(report.setAside).toEqual({
    rows: [],
    columns: [],
    cells: { count: 1, named: [{ cell: 'DA2', text: 'note' }] },
  });
});

const groupDigits = (separator: string) => ean.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);

test('reads EANs and serial numbers with separators, prefixes and scanner marks', async () => {
  const codes = [
    groupDigits('.'),
    groupDigits("'"),
    `(01)0${ean}`,
    `]E0${ean}`,
    [...ean].map((digit) => String.fromCodePoint(Number(digit) + 0xff10)).join(''),
  ];
  const serialNumbers = codes.map((_, index) => `${serial1}${index}`);
  const serialNumberFormats = [
    (number: string) => number,
    (number: string) => `*${number}*`,
    (number: string) => `S/N: ${number}`,
  ];
  const rows = codes.map((code, index) =>
    createRow({ ean: code, serialNumber: serialNumberFormats[index % 3]?.(serialNumbers[index] ?? '') ?? '' }),
  );
  expect((await read(toCsv(rows))).accepted).toEqual(
    serialNumbers.map((number, index) => expectedLine(index + 2, number)),
  );
});

test('rejects codes typed with another keyboard layout', async () => {
  const { refused } = await read(
    toCsv([createRow({ ean: 'ç(éààà&àààà_é' }), createRow({ serialNumber: 'XKZ&àààààà&' })]),
  );
  expect(refused.map(({ reasons }) => reasons)).toEqual([
    [{ column: 'ean', key: 'otherKeyboard' }],
    [{ column: 'serialNumber', key: 'otherKeyboard' }],
  ]);
});

test("applies the first line's store and reference to all", async () => {
  const otherLines = [serial2, serial3].map((serialNumber) => createRow({ storeId: '', storeRefNo: '', serialNumber }));
  const report = await read(toCsv([createRow({}), ...otherLines]));
  expect(report).toMatchObject({ storeId: store, storeRefNo: 'CASE-1', refused: [], unnamed: [] });
  expect(report.accepted).toHaveLength(3);
});

test('treats NULL values as blank', async () => {
  const rows = [
    createRow({ storeRefNo: 'NULL', productDescription: 'NULL' }),
    createRow({ storeRefNo: 'NULL', productDescription: String.raw`\N`, serialNumber: serial2 }),
  ];
  const report = await read(toCsv(rows));
  expect(report).toMatchObject({ storeRefNo: '', unnamed: ['storeRefNo'] });
  const label = toReturnItemLabel(item, 'en');
  expect(report.accepted).toEqual([expectedLine(2, serial1, label), expectedLine(3, serial2, label)]);
});

test('reads double-encoded text, asks about it, and applies the answer', async () => {
  const file = toCsv([createRow({ productDescription: 'PokÃ©mon fÃ¼r' })]);
  const report = await read(file);
  expect(report.accepted).toEqual([expectedLine(2, serial1, 'Pokémon für')]);
  expect(report.spellings).toEqual([
    { charset: 'utf-8-twice', words: ['Pokémon', 'für'] },
    { charset: 'utf-8', words: ['PokÃ©mon', 'fÃ¼r'] },
  ]);
  const { json } = await client.read(await client.upload(file), { charset: 'utf-8' });
  expect(json.report).toMatchObject({ accepted: [{ productDescription: 'PokÃ©mon fÃ¼r' }] });
  expect(json.report).not.toHaveProperty('spellings');
});

test('asks about dates whose day and month may be swapped', async () => {
  // The first date is unambiguous text; the second is a date cell whose day and month may be swapped.
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Returns');
  const swappableDate = new Date(`${year}-02-01T00:00:00Z`);
  sheet.addRow(headers);
  sheet.addRow(createRow({ purchaseDate: `25/01/${year}`, serialNumber: createSerialNumber() }));
  sheet.addRow(
    [...createRow({ serialNumber: createSerialNumber() })].map((cell, index) => (index === 4 ? swappableDate : cell)),
  );
  sheet.getColumn(5).numFmt = 'dd/mm/yyyy';
  const bytes = new Uint8Array(await book.xlsx.writeBuffer());
  expect((await read(bytes)).doubtfulDates).toEqual([{ row: 3, turned: `${year}-01-02`, asShown: `${year}-02-01` }]);
  for (const dates of ['turned', 'asShown']) {
    const { json } = await client.read(await client.upload(bytes), { dates });
    expect(json.report).not.toHaveProperty('doubtfulDates');
  }
});

test.each([
  ['a web archive', 'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<table>store id</table>'],
  ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"store id"\r\nE\r\n'],
  ['JSON', '[{"store id":"UK-1001"}]'],
  ['a calendar', 'BEGIN:VCALENDAR\r\n'],
])('rejects %s as the wrong file type', async (_, content) => {
  const { json } = await client.read(await client.upload(content));
  expect(json.report).toEqual({ outcome: 'refused', code: 'FileWrongType' });
});
