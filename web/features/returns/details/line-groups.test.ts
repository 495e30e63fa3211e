import { expect, test } from 'vitest';
import { lineWith } from '#web/testing/return.ts';
import { groupLines } from './line-groups.tsx';

const serials = (lines: Parameters<typeof groupLines>[0]) =>
  groupLines(lines).map((group) => group.lines.map(({ serialNumber }) => serialNumber));

test.each([
  ['purchase date', { purchaseDate: '2026-10-21' }],
  ['return date', { returnDate: '2026-11-02' }],
  ['product', { product: 'mario-kart-world' }],
])('another %s is another group', (_, change) =>
  expect(serials([lineWith({ serialNumber: 'S1' }), lineWith({ serialNumber: 'S2', ...change })])).toEqual([
    ['S1'],
    ['S2'],
  ]),
);
