import { describe, expect, test } from 'vitest';
import { returns } from '#shared/api/routes/returns.ts';
import { validate } from '#shared/api/validation.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import { buildReturnLine } from '#shared/testing/return.ts';
import { findLineProblems } from './line-problems.ts';
import { addLines, replaceLine, toLineValues } from './lines.ts';
import type { LineValues } from './lines.ts';

const context = { today: '2026-11-02', isAdmin: false, returnPeriodDays: 30 };
const otherItem = returnItems.find(({ key }) => key !== buildReturnLine().product);

const buildLine = (serialNumber: string, change: Partial<LineValues> = {}): LineValues =>
  buildReturnLine({ returnDate: '2026-11-02', serialNumber, ...change });
const createLines = (...lines: LineValues[]) => addLines(lines)([]);

describe('findLineProblems', () => {
  test('omits valid lines', () => {
    expect(findLineProblems(createLines(buildLine('A'), buildLine('B')), context).size).toBe(0);
  });

  test.each([
    ['no product', { product: '' }, [{ field: 'product', rule: 'required' }]],
    ['an EAN of another product', { ean: otherItem?.ean ?? '' }, [{ field: 'ean', rule: 'pattern' }]],
    ['no description', { productDescription: '' }, [{ field: 'productDescription', rule: 'required' }]],
    ['no serial number', { serialNumber: '' }, [{ field: 'serialNumber', rule: 'required' }]],
    [
      '31 days between purchase and return',
      { purchaseDate: '2026-10-02' },
      [{ field: 'returnDate', rule: 'returnPeriod', length: 30 }],
    ],
  ] as const)('reports %s', (_, change, problems) => {
    expect(findLineProblems(createLines(buildLine('A', change)), context).get(1)).toEqual(problems);
  });

  test('reports a duplicate serial number at the second line only', () => {
    const lines = createLines(buildLine('A'), buildLine('B'), buildLine('A', { purchaseDate: '2026-11-03' }));
    expect([...findLineProblems(lines, context)]).toEqual([
      [
        3,
        [
          { field: 'purchaseDate', rule: 'dateInFuture' },
          { field: 'serialNumber', rule: 'serialNumberTwice', first: 1 },
        ],
      ],
    ]);
  });

  test('returns the same object for an unchanged line', () => {
    const lines = createLines(buildLine('A', { purchaseDate: '' }), buildLine('B'), buildLine('B'));
    const changedLines = replaceLine(2, buildLine('B', { productDescription: 'Another' }))(lines);
    expect(findLineProblems(changedLines, context).get(1)).toBe(findLineProblems(lines, context).get(1));
    expect(findLineProblems(changedLines, context).get(3)).toBe(findLineProblems(lines, context).get(3));
  });

  test('finds the same problems as the server in a thousand lines', () => {
    const lines = createLines(
      ...Array.from({ length: 1000 }, (_, index) =>
        buildLine(`S${index % 999}`, index % 7 === 0 ? { returnDate: '2026-12-01' } : {}),
      ),
    );
    const problemsByKey = findLineProblems(lines, context);
    const serverResult = validate(
      returns.bookReturn,
      { region: 'nuk', id: crypto.randomUUID(), storeRefNo: 'R', files: [], lines: lines.map(toLineValues) },
      context,
    );
    expect(serverResult.ok).toBe(false);
    expect([problemsByKey.size, problemsByKey.get(1000)]).toEqual([
      144,
      [{ field: 'serialNumber', rule: 'serialNumberTwice', first: 1 }],
    ]);
    if (!serverResult.ok)
      for (const { path } of serverResult.problems)
        expect(problemsByKey.has(Number(path.split('.')[1]) + 1)).toBe(true);
  });
});
