import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineWith } from '#web/testing/return.ts';
import { groupLines } from './group-lines.ts';

const serials = (lines: Parameters<typeof groupLines>[0]) =>
  groupLines(lines).map((group) => group.lines.map(({ serialNumber }) => serialNumber));

test('lines of one product and the same dates are one group, wherever they stand', () => {
  const other = lineWith({ product: 'mario-kart-world', serialNumber: 'K1' });
  expect(serials([lineWith({ serialNumber: 'S1' }), other, lineWith({ serialNumber: 'S2' })])).toEqual([
    ['S1', 'S2'],
    ['K1'],
  ]);
});

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

test('another description is none', () =>
  expect(serials([lineWith(), lineWith({ serialNumber: 'S2', productDescription: 'SMO, sealed' })])).toEqual([
    ['S1', 'S2'],
  ]));

test('no line is lost and none is counted twice, whatever the lines', () => {
  const line = fc.record({
    product: fc.constantFrom('super-mario-odyssey', 'mario-kart-world', 'gone-since'),
    purchaseDate: fc.constantFrom('2026-10-20', '2026-10-21'),
    returnDate: fc.constantFrom('2026-11-01', '2026-11-02'),
    serialNumber: fc.string({ maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (fields) => {
      const lines = fields.map((one) => lineWith(one));
      const groups = groupLines(lines);
      const grouped = groups.flatMap((group) => group.lines);
      expect(grouped).toHaveLength(lines.length);
      expect(new Set(grouped)).toEqual(new Set(lines));
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
    }),
    { numRuns: 1000 },
  );
});
