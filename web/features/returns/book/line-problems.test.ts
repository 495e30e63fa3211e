import { describe, expect, test } from 'vitest';
import { returnItems } from '#shared/catalogue/returns.ts';
import { returns } from '#shared/routes/returns.ts';
import { check } from '#shared/validation.ts';
import { problemsIn } from './line-problems.ts';
import { adding, changing, valuesOf } from './lines.ts';
import type { LineValues } from './lines.ts';

const context = { today: '2026-11-02', isAdmin: false, returnPeriodDays: 30 };
const [item, other] = returnItems;

const line = (serialNumber: string, change: Partial<LineValues> = {}): LineValues => ({
  product: item?.key ?? '',
  ean: item?.ean ?? '',
  productDescription: 'A game',
  purchaseDate: '2026-10-20',
  returnDate: '2026-11-02',
  serialNumber,
  ...change,
});
const linesOf = (...lines: LineValues[]) => adding(lines)([]);

describe('a line', () => {
  test('with nothing wrong is not mentioned', () => {
    expect(problemsIn(linesOf(line('A'), line('B')), context).size).toBe(0);
  });

  test.each([
    ['no product', { product: '' }, [{ field: 'product', rule: 'required' }]],
    ['an EAN of another product', { ean: other?.ean ?? '' }, [{ field: 'ean', rule: 'pattern' }]],
    ['no description', { productDescription: '' }, [{ field: 'productDescription', rule: 'required' }]],
    ['no serial number', { serialNumber: '' }, [{ field: 'serialNumber', rule: 'required' }]],
    ['31 days between', { purchaseDate: '2026-10-02' }, [{ field: 'returnDate', rule: 'returnPeriod', length: 30 }]],
  ] as const)('with %s says so', (_, change, problems) => {
    expect(problemsIn(linesOf(line('A', change)), context).get(1)).toEqual(problems);
  });

  test('with a serial number that another has says which; the first of the two has nothing wrong', () => {
    const lines = linesOf(line('A'), line('B'), line('A', { purchaseDate: '2026-11-03' }));
    expect([...problemsIn(lines, context)]).toEqual([
      [
        3,
        [
          { field: 'purchaseDate', rule: 'dateInFuture' },
          { field: 'serialNumber', rule: 'serialNumberTwice', first: 1 },
        ],
      ],
    ]);
  });

  test('that has not changed gets the same answer, so that nothing of it is drawn anew', () => {
    const lines = linesOf(line('A', { purchaseDate: '' }), line('B'), line('B'));
    const changed = changing(2, line('B', { productDescription: 'Another' }))(lines);
    expect(problemsIn(changed, context).get(1)).toBe(problemsIn(lines, context).get(1));
    expect(problemsIn(changed, context).get(3)).toBe(problemsIn(lines, context).get(3));
  });

  test('is judged as the server judges it, for all thousand', () => {
    const lines = linesOf(
      ...Array.from({ length: 1000 }, (_, index) =>
        line(`S${index % 999}`, index % 7 === 0 ? { returnDate: '2026-12-01' } : {}),
      ),
    );
    const found = problemsIn(lines, context);
    const byServer = check(
      returns.bookReturn,
      { region: 'nuk', id: crypto.randomUUID(), storeRefNo: 'R', files: [], lines: lines.map(valuesOf) },
      context,
    );
    expect(byServer.ok).toBe(false);
    expect([found.size, found.get(1000)]).toEqual([
      144,
      [{ field: 'serialNumber', rule: 'serialNumberTwice', first: 1 }],
    ]);
    if (!byServer.ok)
      for (const { path } of byServer.problems) expect(found.has(Number(path.split('.')[1]) + 1)).toBe(true);
  });
});
