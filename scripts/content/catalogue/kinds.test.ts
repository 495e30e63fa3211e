import { describe, expect, test } from '@jest/globals';
import { exampleRepairs, exampleReturns } from './examples-for-test.ts';
import { repairs } from './repairs.ts';
import { returns } from './returns.ts';
import type { CatalogueKind, Sheet } from './rows.ts';

type TextRows = string[][];
/** Changed text of a cell: sheet, row number, column name, new text. */
type Change = readonly [sheet: string, row: number, column: string, text: string];

const toSheets = (kind: CatalogueKind, data: unknown, change: (sheet: string, rows: TextRows) => void): Sheet[] =>
  kind.toTables(data).map(({ name, cells: { shape }, rows }) => {
    const columns = Object.keys(shape);
    const allRows = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
    change(name, allRows);
    return { name, rows: allRows.map((cells, index) => ({ number: index + 1, cells })) };
  });
const applyChanges =
  (...changes: readonly Change[]) =>
  (name: string, rows: TextRows) => {
    for (const [sheet, number, column, text] of changes) {
      const row = sheet === name ? rows[number - 1] : undefined;
      if (row) row[rows[0]?.indexOf(column) ?? -1] = text;
    }
  };
const read = (kind: CatalogueKind, sheets: readonly Sheet[]) => {
  const problems: string[] = [];
  return { data: kind.read(sheets, problems), problems };
};
const readRepairs = (change: (sheet: string, rows: TextRows) => void) =>
  read(repairs, toSheets(repairs, exampleRepairs, change));
const readReturns = (...changes: readonly Change[]) =>
  read(returns, toSheets(returns, exampleReturns, applyChanges(...changes)));

test('accepts columns in any order and case, and missing optional ones', () => {
  const toUpperCase = ([header = [], ...rows]: TextRows) => [header.map((name) => ` ${name.toUpperCase()} `), ...rows];
  const reorder = (_: string, rows: TextRows) =>
    rows.splice(0, rows.length, ...toUpperCase(rows).map((row) => row.toReversed()));
  expect(readRepairs(reorder)).toEqual({ problems: [], data: exampleRepairs });

  const resultWithoutColumns = readRepairs((_, rows) => {
    const index = rows[0]?.indexOf('serial number pattern') ?? -1;
    if (index >= 0) for (const row of rows) row.splice(index, 2);
  });
  expect(resultWithoutColumns.problems).toEqual([]);
  expect(JSON.stringify(resultWithoutColumns.data)).not.toContain('serialNumber');
});

describe('repairs catalogue', () => {
  test.each<[...Change, problem: string]>([
    ['Products', 3, 'key', 'wii-u', 'Products, row 4, key: "wii-u" stands in row 3 already'],
    ['Accessories', 3, 'key', '2ds', 'Accessories, row 3, key: "2ds" stands in row 3 of Products already'],
    ['Accessories', 2, 'code', 'R1', 'Accessories, row 2, code: "R1" stands in row 3 of Products already'],
    ['Accessories', 3, 'French', 'Dock en français', 'French: "Dock en français" stands in row 2 already'],
    ['Accessories', 2, 'key', '', 'Accessories, row 2, key: is missing'],
    ['Products', 4, 'code', '', 'Products, row 4, code: is missing'],
    ['Products', 3, 'German', '', 'Products, row 3, German: is missing'],
    ['Accessories', 2, 'key', 'Dock 1', 'Accessories, row 2, key: "Dock 1": small letters'],
    ['Products', 4, 'key', 'k'.repeat(61), 'at most 60 signs'],
    ['Products', 3, 'code', 'r 1', 'Products, row 3, code: "r 1": capital letters'],
    ['Products', 3, 'English', '2\u3164DS', 'Products, row 3, English: '],
    ['Products', 3, 'English', 'x'.repeat(121), 'at most 120 signs'],
    ['Products', 3, 'sample', 'maybe', 'Products, row 3, sample: "maybe": yes or no'],
    ['Accessories', 2, 'pictogram', 'toy', 'pictogram: "toy": one of console, handheld, controller, charger, game, '],
    ['Products', 3, 'label only', 'constructor', 'yes or no'],
    ['Products', 3, 'accessories', 'cable\nstrap', 'Products, row 3, accessories: there is no accessory "strap"'],
    ['Products', 3, 'accessories', 'cable cable', 'Products, row 3, accessories: "cable" is there twice'],
    ['Products', 2, 'accessories', 'cable', 'Accessories, row 2, key: no product has the accessory "dock"'],
    ['Products', 3, 'accessories', '', 'accessories: a product that can be booked needs accessories'],
    ['Products', 3, 'serial number pattern', '^X[', 'serial number pattern: "^X[": a regular expression'],
    ['Products', 3, 'check digit', 'yes', 'Products, row 3, check digit: says something only beside'],
    ['Products', 1, 'code', '', 'Products, row 1, code: the column is missing'],
    ['Accessories', 1, 'pictogram', 'color', 'Accessories, row 1, color: no such column'],
    ['Accessories', 1, 'pictogram', 'Key', 'Accessories, row 1, key: the column is there twice'],
  ])('reports the problem in %s, row %i, %s: %j', (sheet, row, column, text, problem) => {
    const { problems } = readRepairs(applyChanges([sheet, row, column, text]));
    expect(problems).toContainEqual(expect.stringContaining(problem));
  });

  test('reports all problems at once', () =>
    expect(
      readRepairs(
        applyChanges(['Products', 3, 'key', 'Two DS'], ['Products', 3, 'German', ''], ['Accessories', 2, 'code', '']),
      ).problems,
    ).toEqual([
      expect.stringMatching(/^Products, row 3, key/),
      'Products, row 3, German: is missing',
      'Accessories, row 2, code: is missing',
    ]));

  test('reports a missing or empty sheet as one problem', () => {
    const [products] = toSheets(repairs, exampleRepairs, () => {});
    expect(read(repairs, products ? [products] : []).problems).toEqual([
      'Accessories, row 1, all columns: the file has no such sheet',
    ]);
    expect(readRepairs((name, rows) => void (name === 'Accessories' && rows.splice(1))).problems).toEqual([
      'Accessories, row 1, all columns: there are no rows',
    ]);
  });
});

describe('returns catalogue', () => {
  test('writes a name once where all languages use it', () => {
    const result = readReturns(['Items', 2, 'German', 'Racer'], ['Items', 2, 'French', 'Racer']);
    expect(result.data).toEqual(exampleReturns);
    expect(readReturns(['Items', 4, 'French', '']).data).toEqual(exampleReturns);
  });

  test('clears the sample mark once all EANs are real', () => {
    const realEans = ['036000291452', '6291041500213', '4006381333931'];
    const changes = realEans.map((ean, index) => ['Items', index + 2, 'EAN', ean] as const);
    expect(readReturns(...changes)).toEqual({ problems: [], data: { items: expect.any(Array) } });
    expect(readReturns(...changes.slice(1)).data).toMatchObject({ sample: true });
  });

  test.each(['036000291452', '36000291452', '0036000291452', '00036000291452', '0 36000 29145 2'])(
    'stores %j as thirteen digits',
    (ean) =>
      expect(readReturns(['Items', 2, 'EAN', ean]).data).toMatchObject({
        items: [{ ean: '0036000291452' }, expect.anything(), expect.anything()],
      }),
  );

  test.each<[row: number, column: string, text: string, problem: string]>([
    [2, 'EAN', '9520001000073', 'row 2, EAN: "9520001000073": the last digit does not fit the others (2 would)'],
    [2, 'EAN', '9,52E+12', 'Items, row 2, EAN: is a number that Excel has shortened'],
    [3, 'EAN', 'none', 'Items, row 3, EAN: "none": thirteen digits'],
    [3, 'EAN', '', 'Items, row 3, EAN: is missing'],
    [3, 'EAN', ' 9520001000072 ', 'Items, row 3, EAN: "9520001000072" stands in row 2 already'],
    [4, 'key', 'dock', 'Items, row 4, key: "dock" stands in row 3 already'],
    [4, 'code', 'G1', 'Items, row 4, code: "G1" stands in row 2 already'],
    [2, 'English', 'Dock', 'Items, row 3, English: "Dock" stands in row 2 already'],
    [2, 'English', '', 'Items, row 2, English: is missing'],
    [2, 'category', 'toy', 'Items, row 2, category: "toy": one of game, console, bundle, accessory'],
  ])('rejects row %i, %s: %j', (row, column, text, problem) =>
    expect(readReturns(['Items', row, column, text]).problems).toEqual([expect.stringContaining(problem)]),
  );
});
