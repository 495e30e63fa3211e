import { expect, test } from 'vitest';
import { formatRowRanges } from './row-ranges.ts';

test.each([
  [[], ''],
  [[7], '7'],
  [[2, 3], '2–3'],
  [[2, 4, 5, 6, 9], '2, 4–6, 9'],
])('formats rows %j as %j', (rows, text) => expect(formatRowRanges(rows)).toEqual({ text, hiddenRowCount: 0 }));

test('lists the first twenty of many single rows', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => index * 2 + 2);
  expect(formatRowRanges(rows)).toEqual({ text: rows.slice(0, 20).join(', '), hiddenRowCount: 980 });
});
