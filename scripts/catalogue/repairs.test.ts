import { describe, expect, test } from '@jest/globals';
import { exampleRepairs } from './repairs-for-test.ts';
import { repairs } from './repairs.ts';
import type { Sheet } from './sheet.ts';
import { describeProblem } from './sheet.ts';

const json = exampleRepairs;

type Cells = string[][];
const sheets = (change: (products: Cells, accessories: Cells) => void): Sheet[] => {
  const tables = repairs.tables(json).map(({ name, columns, rows }) => ({
    name,
    rows: [columns.map((column) => column.name as string), ...rows.map((row) => [...row])],
  }));
  change(tables[0]?.rows ?? [], tables[1]?.rows ?? []);
  return tables.map(({ name, rows }) => ({
    name,
    rows: rows.map((row, index) => ({ number: index + 1, cells: row })),
  }));
};

const columns = repairs.tables(json)[0]?.columns.map(({ name }) => name) ?? [];
const set = (rows: Cells, row: number, column: string, text: string) => {
  const cells = rows[row - 1];
  if (cells) cells[columns.indexOf(column)] = text;
};
const problemsOf = (change: (products: Cells, accessories: Cells) => void) =>
  repairs.read(sheets(change)).problems.map(describeProblem);

test('a catalogue read from its own tables is the same, to the letter', () => {
  expect(repairs.read(sheets(() => {}))).toEqual({ problems: [], json });
});

test('columns may stand in another order, be spelled in capitals, and one that says nothing may be missing', () => {
  const shouted = ([header = [], ...rows]: Cells) => [header.map((name) => ` ${name.toUpperCase()} `), ...rows];
  const change = (rows: Cells) => rows.splice(0, rows.length, ...shouted(rows).map((row) => row.toReversed()));
  expect(repairs.read(sheets((products, accessories) => void [change(products), change(accessories)]))).toEqual({
    problems: [],
    json,
  });

  const at = columns.indexOf('serial number pattern');
  const bare = repairs.read(sheets((products) => products.forEach((row) => row.splice(at, 2))));
  expect(bare.problems).toEqual([]);
  expect(bare.json).not.toContain('serialNumber');
});

describe('what is wrong is said with its sheet, row and column', () => {
  test.each<[string, (products: Cells, accessories: Cells) => void, string]>([
    [
      'a key twice',
      (products) => set(products, 3, 'key', 'wii-u'),
      'Products, row 4, key: "wii-u" stands in row 3 already',
    ],
    [
      'a key on both sheets',
      (_, accessories) => set(accessories, 3, 'key', '2ds'),
      'Accessories, row 3, key: "2ds" stands in row 3 of Products already',
    ],
    [
      'a code twice',
      (_, accessories) => set(accessories, 2, 'code', 'R1'),
      'Accessories, row 2, code: "R1" stands in row 3 of Products already',
    ],
    [
      'a name twice',
      (_, accessories) => set(accessories, 3, 'French', 'Dock en français'),
      'Accessories, row 3, French: "Dock en français" stands in row 2 already',
    ],
    ['a missing key', (_, accessories) => set(accessories, 2, 'key', ''), 'Accessories, row 2, key: is missing'],
    ['a missing code', (products) => set(products, 4, 'code', ''), 'Products, row 4, code: is missing'],
    ['a missing label', (products) => set(products, 3, 'German', ''), 'Products, row 3, German: is missing'],
    [
      'a bad key',
      (_, accessories) => set(accessories, 2, 'key', 'Dock 1'),
      'Accessories, row 2, key: "Dock 1": small letters',
    ],
    ['a key that is too long', (products) => set(products, 4, 'key', 'k'.repeat(61)), 'at most 60 signs'],
    ['a bad code', (products) => set(products, 3, 'code', 'r 1'), 'Products, row 3, code: "r 1": capital letters'],
    [
      'a label with a sign that nobody sees',
      (products) => set(products, 3, 'English', '2\u200BDS'),
      'Products, row 3, English: ',
    ],
    ['a label that is too long', (products) => set(products, 3, 'English', 'x'.repeat(121)), 'at most 120 signs'],
    [
      'neither yes nor no',
      (products) => set(products, 3, 'sample', 'maybe'),
      'Products, row 3, sample: "maybe": yes or no',
    ],
    [
      'a pictogram that there is none of',
      (_, accessories) => set(accessories, 2, 'pictogram', 'toy'),
      'Accessories, row 2, pictogram: "toy": one of console, handheld, controller, charger, game, accessory, or nothing',
    ],
    ['what every object has is no yes', (products) => set(products, 3, 'label only', 'constructor'), 'yes or no'],
    [
      'an unknown accessory',
      (products) => set(products, 3, 'accessories', 'cable\nstrap'),
      'Products, row 3, accessories: there is no accessory "strap"',
    ],
    [
      'an accessory twice',
      (products) => set(products, 3, 'accessories', 'cable cable'),
      'Products, row 3, accessories: "cable" is there twice',
    ],
    [
      'an accessory of no product',
      (products) => set(products, 2, 'accessories', 'cable'),
      'Accessories, row 2, key: no product has the accessory "dock"',
    ],
    [
      'a product without accessories',
      (products) => set(products, 3, 'accessories', ''),
      'Products, row 3, accessories: a product that can be booked needs accessories',
    ],
    [
      'another code of Switch 2',
      (products) => set(products, 2, 'code', 'R9'),
      'Products, row 2, code: R10015838A is the code of switch-2, and no other',
    ],
    [
      'the code of Switch 2 elsewhere',
      (_, accessories) => set(accessories, 2, 'code', 'R10015838A'),
      'Accessories, row 2, code: R10015838A is the code of switch-2, and no other',
    ],
    [
      'the code of Switch 2 as an example',
      (products) => set(products, 2, 'sample', 'yes'),
      'Products, row 2, sample: R10015838A is the real code of switch-2',
    ],
    [
      'a pattern that is none',
      (products) => set(products, 3, 'serial number pattern', '^X['),
      'Products, row 3, serial number pattern: "^X[": a regular expression',
    ],
    [
      'a check digit without a pattern',
      (products) => set(products, 3, 'check digit', 'yes'),
      'Products, row 3, check digit: says something only beside',
    ],
    [
      'a column that is missing',
      (products) => products.forEach((row) => row.splice(1, 1)),
      'Products, row 1, code: the column is missing',
    ],
    [
      'a column that isn’t known',
      (_, accessories) => accessories[0]?.push('colour'),
      'Accessories, row 1, colour: no such column',
    ],
    [
      'a column twice',
      (_, accessories) => accessories[0]?.push('Key'),
      'Accessories, row 1, key: the column is there twice',
    ],
    [
      'a sheet without rows',
      (_, accessories) => accessories.splice(1),
      'Accessories, row 1, all columns: there are no rows',
    ],
  ])('%s', (_, change, problem) => expect(problemsOf(change)).toContainEqual(expect.stringContaining(problem)));

  test('all of it at once, and nothing besides', () => {
    const problems = problemsOf((products, accessories) => {
      set(products, 3, 'key', 'Two DS');
      set(products, 3, 'German', '');
      set(accessories, 2, 'code', '');
    });
    expect(problems).toEqual([
      expect.stringMatching(/^Products, row 3, key/),
      'Products, row 3, German: is missing',
      'Accessories, row 2, code: is missing',
    ]);
  });

  test('a missing sheet is one problem, not one for each row of the other', () => {
    const [products] = sheets(() => {});
    expect(repairs.read(products ? [products] : []).problems.map(describeProblem)).toEqual([
      'Accessories, row 1, all columns: the file has no such sheet',
    ]);
  });

  test('a cell that cannot be read is said once, as what it is', () => {
    const [products, accessories] = sheets(() => {});
    const rows =
      accessories?.rows.map((row) =>
        row.number === 2
          ? {
              ...row,
              cells: row.cells.map((cell, index) =>
                index === 1 ? ({ kind: 'date', date: '2026-03-01' } as const) : cell,
              ),
            }
          : row,
      ) ?? [];
    const { problems } = repairs.read(products && accessories ? [products, { ...accessories, rows }] : []);
    expect(problems.map(describeProblem)).toEqual([
      'Accessories, row 2, code: has become a date: format the column as text and type it again',
    ]);
  });
});
