import { expect, test } from 'vitest';
import { sortRows } from './sort-rows.ts';

const sortWords = (words: (string | number)[], isDescending = false, locale = 'en-GB') =>
  sortRows(words, [{ id: 'word', text: String, order: (word) => word }], { column: 'word', isDescending }, locale);

test.each<
  [name: string, rows: (string | number)[], expected: (string | number)[], isDescending?: boolean, locale?: string]
>([
  [
    'texts in the collation of the language',
    ['Zürich', 'Österreich', 'Aachen', 'oben'],
    ['Aachen', 'oben', 'Österreich', 'Zürich'],
    false,
    'de-DE',
  ],
  ['numbers within texts by value', ['Ref 10', 'ref 9', 'Ref 1'], ['Ref 1', 'ref 9', 'Ref 10']],
  ['instants by value', [200, 1000, 30], [30, 200, 1000]],
  ['instants by value, descending', [200, 1000, 30], [1000, 200, 30], true],
  ['blanks last', ['', 'b', 'a'], ['a', 'b', '']],
  ['blanks last, descending', ['', 'a', 'b'], ['b', 'a', ''], true],
])('sorts %s', (_, rows, expected, ...options) => expect(sortWords(rows, ...options)).toEqual(expected));

test('is stable in both directions and does not change its input', () => {
  const rows = [
    { id: 1, word: 'x' },
    { id: 2, word: 'X' },
    { id: 3, word: 'x' },
  ];
  for (const isDescending of [false, true])
    expect(
      sortRows(rows, [{ id: 'word', text: ({ word }) => word }], { column: 'word', isDescending }, 'en-GB'),
    ).toEqual(rows);
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
});
