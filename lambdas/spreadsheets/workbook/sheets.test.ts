import { describe, expect, test } from '@jest/globals';
import { readTable } from '#lambdas/spreadsheets/read-table.ts';
import { sheetXml, stringsXml, textRows, workbookOf, workbookParts, zipOf } from '#lambdas/testing/files/workbook.ts';

const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>head</t></is></c></row>';

describe('rows', () => {
  const read = (rows: string, merged?: string) =>
    readTable(workbookOf(rows, merged ? { after: `<mergeCells><mergeCell ref="${merged}"/></mergeCells>` } : {}));
  const numbers = async (...sheet: Parameters<typeof read>) => (await read(...sheet)).rows.map(({ number }) => number);
  const row = (number: number, text = 'x') =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${text}</t></is></c></row>`;

  test('have Excel’s numbers, with blank ones between them', async () =>
    expect(await numbers(`${head}${row(2)}<row r="3" ht="20"/>${row(7)}`)).toEqual([2, 7]));

  test('count on where a program wrote no numbers', async () => {
    const cells = '<c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c>';
    expect(await read(`<row>${cells}</row><row>${cells}</row>`)).toMatchObject({
      header: { number: 1 },
      rows: [{ number: 2, cells: ['a', 'b'] }],
    });
  });

  const numbered = (number: string) => `<row r="${number}"><c><v>1</v></c></row>`;

  test.each<[string, string, number | undefined]>([
    ['number 0', numbered('0'), undefined],
    ['number -1', numbered('-1'), undefined],
    ['number x', numbered('x'), undefined],
    ['beyond Excel’s last', head + row(1_048_577), 1_048_577],
    ['where their cells are of another', `${head}<row r="2"><c r="A7"><v>1</v></c></row>`, 2],
  ])('cannot be %s', (_, rows, number) =>
    expect(read(rows)).rejects.toMatchObject({ code: 'FileDamaged', row: number }),
  );

  test('of an array formula’s results are nobody’s typing', async () => {
    const rows = `${head}<row r="2"><c r="A2"><f t="array" ref="A2:A3">B2:B3</f><v>1</v></c></row><row r="3"><c r="A3"><v>2</v></c></row>`;
    expect((await read(rows)).rows).toEqual([
      { number: 2, cells: [{ kind: 'formula', shown: '1' }] },
      { number: 3, cells: [{ kind: 'formula', shown: '2' }] },
    ]);
  });

  test('above the header may be blank', async () => expect((await read(row(5) + row(6))).header.number).toBe(5));

  test('that are hidden are read, and named', async () => {
    expect(await read(`${head}${row(2)}<row r="3" hidden="1"><c r="A3"><v>1</v></c></row>`)).toMatchObject({
      rows: [{ number: 2 }, { number: 3 }],
      hiddenRows: [3],
    });
  });

  test('coloured over all 16,384 columns hold no more than is in them', async () => {
    const coloured = Array.from({ length: 16_384 }, () => '<c s="4"/>').join('');
    expect(await read(`${head}<row r="2"><c r="A2"><v>1</v></c></row><row r="3">${coloured}</row>`)).toMatchObject({
      rows: [{ number: 2, cells: [1] }],
    });
  });

  test('show in all of a merged range what is in its corner', async () => {
    const rows = `${head}${row(2, 'm')}<row r="3"><c r="A3"/><c r="B3"/><c r="C3"><v>1</v></c></row>`;
    expect((await read(rows, 'A2:B4')).rows).toEqual([
      { number: 2, cells: ['m', 'm'] },
      { number: 3, cells: ['m', 'm', 1] },
    ]);
  });

  test('of which a merged range is all there is are blank', async () => {
    expect(await numbers(`${head}${row(2, 'm')}<row r="3"><c r="A3"/></row>${row(7)}`, 'A2:B9000')).toEqual([2, 7]);
  });
});

describe('sheets', () => {
  const sheet = (name: string, text: string, state = 'visible') => ({
    name,
    state,
    xml: sheetXml(textRows(text === '' ? [] : [[text], [text]])),
  });
  const read = (...sheets: ReturnType<typeof sheet>[]) => readTable(zipOf(workbookParts({ sheets })));

  test('the first visible one is read, and others with something in them are named, hidden ones where they come first', async () => {
    expect(
      await read(
        sheet('Lists', 'a', 'hidden'),
        sheet('Old', 'b', 'veryHidden'),
        sheet('Nothing', '', 'hidden'),
        sheet('May', 'c'),
        sheet('Empty', ''),
        sheet('J&une', 'd'),
        sheet('Choices', 'e', 'hidden'),
      ),
    ).toMatchObject({ header: { cells: ['c'] }, otherSheets: ['Lists', 'Old', 'J&une'] });
  });

  test('one whose rows begin behind much that is only coloured is read', async () => {
    const coloured = Array.from({ length: 40_000 }, (_, at) => `<row r="${at + 3}" ht="${(at * 7919) % 997}"/>`).join(
      '',
    );
    const late = (name: string, text: string) => ({
      name,
      xml: sheetXml(`${coloured}<row r="50000"><c r="A50000" t="inlineStr"><is><t>${text}</t></is></c></row>`),
    });
    const sheets = [late('First', 'x'), late('Second', 'y')];
    expect(await readTable(zipOf(workbookParts({ sheets })))).toMatchObject({
      header: { cells: ['x'] },
      otherSheets: ['Second'],
    });
    const empty = { name: 'Coloured', xml: sheetXml(coloured) };
    expect(await readTable(zipOf(workbookParts({ sheets: [empty, late('Next', 'z')] })))).toMatchObject({
      header: { cells: ['z'] },
      otherSheets: [],
    });
  });

  test.each(['show', 'VISIBLE'])('of the state %s are shown by Excel', async (state) =>
    expect(await read(sheet('One', 'a', state), sheet('Two', 'b'))).toMatchObject({
      header: { cells: ['a'] },
      otherSheets: ['Two'],
    }),
  );
});

describe('other ways of writing a workbook', () => {
  const parts = workbookParts({
    sheets: [
      {
        name: 'A',
        xml: sheetXml(`${head}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>46347</v></c></row>`),
      },
    ],
    strings: stringsXml(['x']),
  });
  const expected = {
    header: { cells: ['head'] },
    rows: [{ number: 2, cells: ['x', { kind: 'date', date: '2026-11-21' }] }],
  };
  const rewritten = (change: (text: string, name: string) => string, rename = (name: string) => name) =>
    zipOf(parts.map(({ name, content }) => ({ name: rename(name), content: change(String(content), name) })));

  test('elements with a prefix', async () => {
    const prefixed = rewritten((text, name) =>
      /sheet1|sharedStrings|styles|workbook\.xml$/.test(name)
        ? text.replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:').replace('xmlns=', 'xmlns:x=')
        : text,
    );
    expect(await readTable(prefixed)).toMatchObject(expected);
  });

  test('parts of other names, in other places, from the root', async () => {
    const renamed = rewritten(
      (text) =>
        text.replaceAll('xl/workbook.xml', '/doc/book2.xml').replaceAll('worksheets/sheet1.xml', '../tables/first.xml'),
      (name) =>
        name
          .replace('xl/workbook.xml', 'doc/book2.xml')
          .replace('xl/_rels/workbook.xml.rels', 'doc/_rels/book2.xml.rels')
          .replace('xl/worksheets/sheet1.xml', 'tables/first.xml')
          .replace('xl/', 'doc/'),
    );
    expect(await readTable(renamed)).toMatchObject(expected);
  });

  test('without styles, without shared texts, stored instead of packed', async () => {
    const bare = workbookParts({ sheets: [{ name: 'A', xml: sheetXml(head) }] })
      .filter(({ name }) => name !== 'xl/styles.xml')
      .map((part) => ({ ...part, method: 0 }));
    expect(await readTable(zipOf(bare))).toMatchObject({ header: { cells: ['head'] }, rows: [] });
  });

  test('comments and a mark at the beginning', async () => {
    expect(
      await readTable(
        rewritten((text) => `\uFEFF${text.replace(/(<\?xml[^>]*\?>)/, '$1<!-- <sheet name="no"/> -->')}`),
      ),
    ).toMatchObject(expected);
  });
});
