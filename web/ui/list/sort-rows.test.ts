import { expect, test } from 'vitest';
import { sortRows } from './sort-rows.ts';

const sorted = (words: (string | number)[], isDescending = false, locale = 'en-GB') =>
  sortRows(words, [{ id: 'word', text: String, order: (word) => word }], { column: 'word', isDescending }, locale);

test.each<[string, (string | number)[], (string | number)[], boolean?, string?]>([
  [
    'words as the language does it',
    ['Zürich', 'Österreich', 'Aachen', 'oben'],
    ['Aachen', 'oben', 'Österreich', 'Zürich'],
    false,
    'de-DE',
  ],
  ['numbers within words by size', ['Ref 10', 'ref 9', 'Ref 1'], ['Ref 1', 'ref 9', 'Ref 10']],
  ['instants by size', [200, 1000, 30], [30, 200, 1000]],
  ['instants by size, downwards', [200, 1000, 30], [1000, 200, 30], true],
  ['blanks last', ['', 'b', 'a'], ['a', 'b', '']],
  ['blanks last, downwards', ['', 'a', 'b'], ['b', 'a', ''], true],
])('%s', (_, rows, expected, ...how) => expect(sorted(rows, ...how)).toEqual(expected));

test('equal rows keep their order in both directions, and the rows handed in stay as they were', () => {
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
