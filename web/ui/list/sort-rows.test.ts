import { expect, test } from 'vitest';
import { sortRows } from './sort-rows.ts';

const sorted = (words: (string | number)[], isDescending = false, locale = 'en-GB') =>
  sortRows(words, [{ id: 'word', text: String, order: (word) => word }], { column: 'word', isDescending }, locale);

test('words are sorted as the language does it, numbers within them by size', () => {
  expect(sorted(['Zürich', 'Österreich', 'Aachen', 'oben'], false, 'de-DE')).toEqual([
    'Aachen',
    'oben',
    'Österreich',
    'Zürich',
  ]);
  expect(sorted(['Ref 10', 'ref 9', 'Ref 1'])).toEqual(['Ref 1', 'ref 9', 'Ref 10']);
});

test('instants are sorted by size', () => {
  expect(sorted([200, 1000, 30])).toEqual([30, 200, 1000]);
  expect(sorted([200, 1000, 30], true)).toEqual([1000, 200, 30]);
});

test('blanks come last in both directions', () => {
  expect(sorted(['', 'b', 'a'])).toEqual(['a', 'b', '']);
  expect(sorted(['', 'a', 'b'], true)).toEqual(['b', 'a', '']);
});

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
