import { serialize } from 'node:v8';
import { describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { readTable } from '#lambdas/lib/spreadsheets/read-table.ts';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import {
  buildSheetXml,
  buildStringsXml,
  stylesXml,
  buildWorkbook,
  buildWorkbookParts,
  buildZip,
} from '#lambdas/testing/files/workbook.ts';

const headerRow = '<row r="1"><c r="A1" t="inlineStr"><is><t>head</t></is></c></row>';

const readCell = async (cell: string, options: Parameters<typeof buildWorkbook>[1] = {}): Promise<Cell | undefined> =>
  (await readTable(buildWorkbook(`${headerRow}<row r="2">${cell}</row>`, options))).rows[0]?.cells[0];

const buildDateCell = (day: string) => ({ kind: 'date', date: day });

describe('cell contents', () => {
  test.each<[string, string, unknown]>([
    ['a shared string', '<c r="A2" t="s"><v>1</v></c>', 'b & <c>'],
    ['rich text', '<c r="A2" t="s"><v>2</v></c>', 'Zelda: Link’s'],
    ['a text with phonetic hints', '<c r="A2" t="s"><v>3</v></c>', '任天堂'],
    ['a text with escaped characters', '<c r="A2" t="s"><v>4</v></c>', 'a\rb _x41_ _x0041_'],
    ['an inline text', '<c r="A2" t="inlineStr"><is><t> a </t></is></c>', ' a '],
    ['rich inline text', '<c r="A2" t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r></is></c>', 'ab'],
    ['CDATA', '<c r="A2" t="inlineStr"><is><t><![CDATA[<c>]]></t></is></c>', '<c>'],
    ['a number written with an exponent', '<c r="A2"><v>9.520001000072E+12</v></c>', 9_520_001_000_072],
    ['a number shown with leading zeros', '<c r="A2" s="3"><v>36000291452</v></c>', '0036000291452'],
    ['a number with an unknown format', '<c r="A2" s="99"><v>42</v></c>', 42],
    ['a number in a cell for text', '<c r="A2" s="4"><v>42</v></c>', 42],
    ['an error', '<c r="A2" t="e"><v>#N/A</v></c>', { kind: 'error', text: '#N/A' }],
    ['a formula with a result', '<c r="A2" t="str"><f>B2</f><v>x</v></c>', { kind: 'formula', shown: 'x' }],
    ['a value and an inline text, of which the value counts', '<c r="A2"><v>7</v><is><t>7</t></is></c>', 7],
    [
      'an inline text and a value, of which the text counts',
      '<c r="A2" t="inlineStr"><v>1.0</v><is><t>1.</t></is></c>',
      '1.',
    ],
    [
      'a number shown in scientific notation',
      '<c r="A2" s="5"><v>100000</v></c>',
      { kind: 'formatted', value: 100_000 },
    ],
    ['a formula without a result', '<c r="A2"><f>B2</f></c>', { kind: 'formula' }],
    [
      'a formula shared with other cells',
      '<c r="A2"><f t="shared" si="0"/><v>1</v></c>',
      { kind: 'formula', shown: '1' },
    ],
    [
      'a formula that shows a date',
      '<c r="A2" s="1"><f>TODAY()</f><v>46347</v></c>',
      { kind: 'formula', shown: '2026-11-21' },
    ],
    ['a formula with a malformed result', '<c r="A2" t="s"><f>B2</f><v>99</v></c>', { kind: 'formula' }],
    ['a date in a custom format', '<c r="A2" s="2"><v>46347</v></c>', buildDateCell('2026-11-21')],
    ['a date with a time', '<c r="A2" s="1"><v>46347.99998</v></c>', buildDateCell('2026-11-21')],
    ['a date with floating-point noise', '<c r="A2" s="1"><v>46346.9999999999</v></c>', buildDateCell('2026-11-21')],
    ['a date before Excel’s', '<c r="A2" s="1"><v>-1</v></c>', { kind: 'error', text: '#####' }],
    ['a date after Excel’s', '<c r="A2" s="1"><v>2958466</v></c>', { kind: 'error', text: '#####' }],
    ['an ISO date', '<c r="A2" t="d"><v>2026-11-21T00:00:00</v></c>', '2026-11-21T00:00:00'],
  ])('%s', async (_, cell, expected) => {
    const strings = `<sst><si><t>a</t></si><si>\n<t>b &amp; &lt;c&gt;</t>\n</si><si><r><t xml:space="preserve">Zelda: </t></r><r><rPr><b/></rPr><t>Link’s</t></r></si><si><t>任天堂</t><rPh sb="0" eb="3"><t>ニンテンドウ</t></rPh></si><si><t>a_x000D_b _x41_ _x005F_x0041_</t></si></sst>`;
    // `s` is the index of a style in `stylesXml`, to which the test adds scientific notation as the last one.
    expect(
      await readCell(cell, { strings, styles: stylesXml.replace('</cellXfs>', '<xf numFmtId="11"/></cellXfs>') }),
    ).toEqual(expected);
  });

  test.each(['0x10', '1e', '1 2', '--1', 'Infinity'])('rejects %s as a number', async (text) => {
    await expect(readCell(`<c r="A2"><v>${text}</v></c>`)).rejects.toMatchObject({ code: 'FileDamaged' });
  });

  test.each([
    '<c r="A2"/>',
    '<c r="A2" s="1"/>',
    '<c r="A2" t="s"><v></v></c>',
    '<c r="A2"><v> </v></c>',
    '<c r="A2" t="str"><f>IF(B2="","",B2)</f><v></v></c>',
    '<c r="A2" t="inlineStr"><is><t>\u200B</t></is></c>',
    '<c r="A2" t="inlineStr"><is><t>  </t></is></c>',
  ])('treats %s and its row as blank', async (cell) => {
    expect((await readTable(buildWorkbook(`${headerRow}<row r="2">${cell}</row>`))).rows).toEqual([]);
  });

  test.each([
    ['true', '2026-11-21'],
    ['0', '2022-11-20'],
  ])('reads a date with date1904="%s" as %s', async (value, expected) => {
    expect(await readCell('<c r="A2" s="1"><v>44885</v></c>', { workbookPr: ` date1904="${value}"` })).toEqual(
      buildDateCell(expected),
    );
  });
});

describe('long texts', () => {
  const shortenedCell = { kind: 'long', begin: 'x'.repeat(400) };
  const toRows = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="s"><v>0</v></c></row>`,
    ).join('');
  const buildBook = (text: string, count: number) =>
    buildWorkbook(headerRow + toRows(count), { strings: buildStringsXml([text]) });

  test.each([
    ['shared', '<c r="A2" t="s"><v>0</v></c>', { strings: buildStringsXml(['x'.repeat(1001)]) }],
    ['inline', `<c r="A2" t="inlineStr"><is><t>${'x'.repeat(1001)}</t></is></c>`, {}],
    ['date-typed', `<c r="A2" t="d"><v>${'x'.repeat(1001)}</v></c>`, {}],
  ])('cuts a %s text that is too long', async (_, cell, options) =>
    expect(await readCell(cell, options)).toEqual(shortenedCell),
  );

  test('keeps a text of a thousand characters', async () =>
    expect(await readCell('<c r="A2" t="s"><v>0</v></c>', { strings: buildStringsXml(['x'.repeat(1000)]) })).toBe(
      'x'.repeat(1000),
    ));

  test('treats a text of spaces as blank', async () =>
    expect((await readTable(buildBook(' '.repeat(100_000), 300))).rows).toEqual([]));

  test('returns only the beginning of a repeated long text', async () => {
    const table = await readTable(buildBook('x'.repeat(1_000_000), 1000));
    expect(table.rows).toHaveLength(1000);
    // The worker posts the table to the main thread; `postMessage` serializes it like this.
    expect(serialize(table).byteLength).toBeLessThan(200_000);
  });

  test('rejects more than four million characters in all', async () => {
    expect(serialize(await readTable(buildBook('x'.repeat(1000), 4000))).byteLength).toBeLessThan(5_000_000);
    // 4 MiB hold the header and 4,194 texts of a thousand characters, in the rows 2 to 4195.
    await expect(readTable(buildBook('x'.repeat(1000), 4200))).rejects.toMatchObject({
      code: 'FileTooLarge',
      row: 4196,
    });
  });

  test('shortens the names of other sheets', async () => {
    const sheets = ['A', 'N'.repeat(100_000)].map((name) => ({ name, xml: buildSheetXml(headerRow) }));
    expect((await readTable(buildZip(buildWorkbookParts({ sheets })))).otherSheets).toEqual(['N'.repeat(60)]);
  });
});

const cells = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => /^[^\p{C}]*\S[^\p{C}]*$/u.test(text)),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.boolean(),
  fc
    .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((instant) => new Date(instant.toISOString().slice(0, 10))),
);

const toCell = (value: ExcelJS.CellValue): unknown =>
  value instanceof Date ? buildDateCell(value.toISOString().slice(0, 10)) : value;

test('reads any workbook as exceljs does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cells, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (rows, date1904) => {
        const book = new ExcelJS.Workbook();
        book.properties.date1904 = date1904;
        book.addWorksheet('A').addRows(rows);
        const bytes = new Uint8Array(await book.xlsx.writeBuffer());
        const reloaded = new ExcelJS.Workbook();
        await reloaded.xlsx.load(bytes.slice().buffer);
        const expected: unknown[] = [];
        reloaded.worksheets[0]?.eachRow((row, number) =>
          expected.push({ number, cells: (row.values as ExcelJS.CellValue[]).slice(1).map(toCell) }),
        );
        const { header, rows: otherRows } = await readTable(bytes);
        expect([header, ...otherRows]).toEqual(expected);
      },
    ),
    { numRuns: 200 },
  );
}, 120_000);
