import { describe, expect, test } from '@jest/globals';
import { readTable } from '#lambdas/lib/spreadsheets/read-table.ts';
import {
  buildSheetXml,
  buildStringsXml,
  buildTextRows,
  buildWorkbook,
  buildWorkbookParts,
  buildZip,
} from '#lambdas/testing/files/workbook.ts';

const headerRow = '<row r="1"><c r="A1" t="inlineStr"><is><t>head</t></is></c></row>';

describe('rows', () => {
  const read = (rows: string, merged?: string) =>
    readTable(buildWorkbook(rows, merged ? { after: `<mergeCells><mergeCell ref="${merged}"/></mergeCells>` } : {}));
  const readNumbers = async (...sheet: Parameters<typeof read>) =>
    (await read(...sheet)).rows.map(({ number }) => number);
  const buildRow = (number: number, text = 'x') =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${text}</t></is></c></row>`;

  test('have Excel’s numbers, also after blank rows', async () =>
    expect(await readNumbers(`${headerRow}${buildRow(2)}<row r="3" ht="20"/>${buildRow(7)}`)).toEqual([2, 7]));

  test('are numbered consecutively without explicit numbers', async () => {
    const cells = '<c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c>';
    expect(await read(`<row>${cells}</row><row>${cells}</row>`)).toMatchObject({
      header: { number: 1 },
      rows: [{ number: 2, cells: ['a', 'b'] }],
    });
  });

  const buildNumberedRow = (number: string) => `<row r="${number}"><c><v>1</v></c></row>`;

  test.each<[string, string, number | undefined]>([
    ['number 0', buildNumberedRow('0'), undefined],
    ['number -1', buildNumberedRow('-1'), undefined],
    ['number x', buildNumberedRow('x'), undefined],
    ['a number beyond Excel’s last', headerRow + buildRow(1_048_577), 1_048_577],
    ['a cell address in another row', `${headerRow}<row r="2"><c r="A7"><v>1</v></c></row>`, 2],
  ])('are rejected with %s', (_, rows, number) =>
    expect(read(rows)).rejects.toMatchObject({ code: 'FileDamaged', row: number }),
  );

  test('of an array formula are read as formula results', async () => {
    const rows = `${headerRow}<row r="2"><c r="A2"><f t="array" ref="A2:A3">B2:B3</f><v>1</v></c></row><row r="3"><c r="A3"><v>2</v></c></row>`;
    expect((await read(rows)).rows).toEqual([
      { number: 2, cells: [{ kind: 'formula', shown: '1' }] },
      { number: 3, cells: [{ kind: 'formula', shown: '2' }] },
    ]);
  });

  test('may be blank above the header', async () =>
    expect((await read(buildRow(5) + buildRow(6))).header.number).toBe(5));

  test('are read and reported if hidden', async () => {
    expect(await read(`${headerRow}${buildRow(2)}<row r="3" hidden="1"><c r="A3"><v>1</v></c></row>`)).toMatchObject({
      rows: [{ number: 2 }, { number: 3 }],
      hiddenRows: [3],
    });
  });

  test('ignore 16,384 cells that are only colored', async () => {
    const coloredCells = Array.from({ length: 16_384 }, () => '<c s="4"/>').join('');
    expect(
      await read(`${headerRow}<row r="2"><c r="A2"><v>1</v></c></row><row r="3">${coloredCells}</row>`),
    ).toMatchObject({
      rows: [{ number: 2, cells: [1] }],
    });
  });

  test('repeat the content of a merged range in each of its cells', async () => {
    const rows = `${headerRow}${buildRow(2, 'm')}<row r="3"><c r="A3"/><c r="B3"/><c r="C3"><v>1</v></c></row>`;
    expect((await read(rows, 'A2:B4')).rows).toEqual([
      { number: 2, cells: ['m', 'm'] },
      { number: 3, cells: ['m', 'm', 1] },
    ]);
  });

  test('are blank if their only content is that of a merged range', async () => {
    expect(
      await readNumbers(`${headerRow}${buildRow(2, 'm')}<row r="3"><c r="A3"/></row>${buildRow(7)}`, 'A2:B9000'),
    ).toEqual([2, 7]);
  });
});

describe('sheets', () => {
  const buildSheet = (name: string, text: string, state = 'visible') => ({
    name,
    state,
    xml: buildSheetXml(buildTextRows(text === '' ? [] : [[text], [text]])),
  });
  const read = (...sheets: ReturnType<typeof buildSheet>[]) => readTable(buildZip(buildWorkbookParts({ sheets })));

  test('reads the first visible sheet and names other filled ones', async () => {
    expect(
      await read(
        buildSheet('Lists', 'a', 'hidden'),
        buildSheet('Old', 'b', 'veryHidden'),
        buildSheet('Nothing', '', 'hidden'),
        buildSheet('May', 'c'),
        buildSheet('Empty', ''),
        buildSheet('J&une', 'd'),
        buildSheet('Choices', 'e', 'hidden'),
      ),
    ).toMatchObject({ header: { cells: ['c'] }, otherSheets: ['Lists', 'Old', 'J&une'] });
  });

  test('reads a sheet whose rows follow many colored ones', async () => {
    const coloredRows = Array.from(
      { length: 40_000 },
      (_, index) => `<row r="${index + 3}" ht="${(index * 7919) % 997}"/>`,
    ).join('');
    const buildSheetWithLateRow = (name: string, text: string) => ({
      name,
      xml: buildSheetXml(`${coloredRows}<row r="50000"><c r="A50000" t="inlineStr"><is><t>${text}</t></is></c></row>`),
    });
    const sheets = [buildSheetWithLateRow('First', 'x'), buildSheetWithLateRow('Second', 'y')];
    expect(await readTable(buildZip(buildWorkbookParts({ sheets })))).toMatchObject({
      header: { cells: ['x'] },
      otherSheets: ['Second'],
    });
    const emptySheet = { name: 'Coloured', xml: buildSheetXml(coloredRows) };
    expect(
      await readTable(buildZip(buildWorkbookParts({ sheets: [emptySheet, buildSheetWithLateRow('Next', 'z')] }))),
    ).toMatchObject({
      header: { cells: ['z'] },
      otherSheets: [],
    });
  });

  test.each(['show', 'VISIBLE'])('treats a sheet with state %s as visible', async (state) =>
    expect(await read(buildSheet('One', 'a', state), buildSheet('Two', 'b'))).toMatchObject({
      header: { cells: ['a'] },
      otherSheets: ['Two'],
    }),
  );
});

describe('workbooks of other programs', () => {
  const parts = buildWorkbookParts({
    sheets: [
      {
        name: 'A',
        xml: buildSheetXml(`${headerRow}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>46347</v></c></row>`),
      },
    ],
    strings: buildStringsXml(['x']),
  });
  const expected = {
    header: { cells: ['head'] },
    rows: [{ number: 2, cells: ['x', { kind: 'date', date: '2026-11-21' }] }],
  };
  const rewriteParts = (change: (text: string, name: string) => string, rename = (name: string) => name) =>
    buildZip(parts.map(({ name, content }) => ({ name: rename(name), content: change(String(content), name) })));

  test('reads elements with a namespace prefix', async () => {
    const workbookWithPrefixes = rewriteParts((text, name) =>
      /sheet1|sharedStrings|styles|workbook\.xml$/.test(name)
        ? text.replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:').replace('xmlns=', 'xmlns:x=')
        : text,
    );
    expect(await readTable(workbookWithPrefixes)).toMatchObject(expected);
  });

  test('reads parts with other names and absolute paths', async () => {
    const workbookWithOtherNames = rewriteParts(
      (text) =>
        text.replaceAll('xl/workbook.xml', '/doc/book2.xml').replaceAll('worksheets/sheet1.xml', '../tables/first.xml'),
      (name) =>
        name
          .replace('xl/workbook.xml', 'doc/book2.xml')
          .replace('xl/_rels/workbook.xml.rels', 'doc/_rels/book2.xml.rels')
          .replace('xl/worksheets/sheet1.xml', 'tables/first.xml')
          .replace('xl/', 'doc/'),
    );
    expect(await readTable(workbookWithOtherNames)).toMatchObject(expected);
  });

  test('reads a workbook without styles, shared strings or compression', async () => {
    const requiredParts = buildWorkbookParts({ sheets: [{ name: 'A', xml: buildSheetXml(headerRow) }] })
      .filter(({ name }) => name !== 'xl/styles.xml')
      .map((part) => ({ ...part, method: 0 }));
    expect(await readTable(buildZip(requiredParts))).toMatchObject({ header: { cells: ['head'] }, rows: [] });
  });

  test('reads comments and a byte order mark', async () => {
    expect(
      await readTable(
        rewriteParts((text) => `\uFEFF${text.replace(/(<\?xml[^>]*\?>)/, '$1<!-- <sheet name="no"/> -->')}`),
      ),
    ).toMatchObject(expected);
  });
});
