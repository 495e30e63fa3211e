import { describe, expect, test } from '@jest/globals';
import { exampleReturns } from './returns-for-test.ts';
import { returns } from './returns.ts';
import type { Sheet } from './sheet.ts';
import { describeProblem } from './sheet.ts';

const json = exampleReturns;
const [table] = returns.tables(json);
const columns = table?.columns.map(({ name }) => name) ?? [];

const sheets = (
  changes: readonly (readonly [row: number, column: string, text: string])[],
  name = 'Items',
): Sheet[] => {
  const rows = [columns, ...(table?.rows ?? [])].map((row, index) => ({
    number: index + 1,
    cells: row.map(
      (text, column) =>
        changes.find(([number, known]) => number === index + 1 && known === columns[column])?.[2] ?? text,
    ),
  }));
  return [{ name, rows }];
};
const read = (...changes: [row: number, column: string, text: string][]) => returns.read(sheets(changes));
const problemsOf = (...changes: [row: number, column: string, text: string][]) =>
  read(...changes).problems.map(describeProblem);

test('a catalogue read from its own table is the same, to the letter', () => {
  expect(read()).toEqual({ problems: [], json });
  expect(returns.read(sheets([], 'CSV'))).toEqual({ problems: [], json });
});

test('a name is written once where the languages don’t differ, and a blank one is the English one', () => {
  expect(read([2, 'German', 'Racer'], [2, 'French', 'Racer']).json).toBe(json);
  expect(read([4, 'French', '']).json).toBe(json);
});

test('real EANs are no example any more', () => {
  const real = read([2, 'EAN', '036000291452'], [3, 'EAN', '6291041500213'], [4, 'EAN', '4006381333931']);
  expect(real.problems).toEqual([]);
  expect(real.json).not.toContain('sample');
  expect(read([2, 'EAN', '036000291452']).json).toContain('"sample": true');
});

test.each(['036000291452', '36000291452', '0036000291452', '00036000291452', '0 36000 29145 2'])(
  '%j is kept as thirteen digits',
  (ean) => {
    expect(read([2, 'EAN', ean]).json).toContain('"ean": "0036000291452"');
  },
);

describe('what is wrong is said with its row and column', () => {
  test.each<[string, [row: number, column: string, text: string], string]>([
    [
      'a wrong check digit',
      [2, 'EAN', '9520001000073'],
      'Items, row 2, EAN: "9520001000073": the last digit does not fit the others (2 would)',
    ],
    [
      'a number that Excel has shortened',
      [2, 'EAN', '9,52E+12'],
      'Items, row 2, EAN: "9,52E+12": Excel has shortened the number',
    ],
    ['no number', [3, 'EAN', 'none'], 'Items, row 3, EAN: "none": thirteen digits'],
    ['a missing EAN', [3, 'EAN', ''], 'Items, row 3, EAN: is missing'],
    ['an EAN twice', [3, 'EAN', '9520001000072'], 'Items, row 3, EAN: "9520001000072" stands in row 2 already'],
    [
      'a UPC that stands there as an EAN',
      [3, 'EAN', ' 9520001000072 '],
      'Items, row 3, EAN: "9520001000072" stands in row 2 already',
    ],
    ['a key twice', [4, 'key', 'dock'], 'Items, row 4, key: "dock" stands in row 3 already'],
    ['a missing key', [4, 'key', ''], 'Items, row 4, key: is missing'],
    ['a bad key', [4, 'key', 'Sword'], 'Items, row 4, key: "Sword": small letters'],
    ['a code twice', [4, 'code', 'G1'], 'Items, row 4, code: "G1" stands in row 2 already'],
    ['a missing code', [4, 'code', ''], 'Items, row 4, code: is missing'],
    ['a missing name', [2, 'English', ''], 'Items, row 2, English: is missing'],
    ['a name twice', [2, 'English', 'Dock'], 'Items, row 3, English: "Dock" stands in row 2 already'],
    [
      'a category that isn’t known',
      [2, 'category', 'toy'],
      'Items, row 2, category: "toy": one of game, console, bundle, accessory',
    ],
    ['a missing category', [2, 'category', ''], 'Items, row 2, category: is missing'],
  ])('%s', (_, change, problem) => expect(problemsOf(change)).toEqual([expect.stringContaining(problem)]));

  test('all of it at once', () => {
    expect(problemsOf([2, 'EAN', ''], [3, 'code', ''], [4, 'key', ''])).toHaveLength(3);
  });
});
