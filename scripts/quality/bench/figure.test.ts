import { describe, expect, test } from '@jest/globals';
import { findMissedBounds, formatTable, isWithinLimits } from './figure.ts';

describe('figures', () => {
  test.each([
    [{ atMost: 2 }, 2, true],
    [{ atMost: 2 }, 2.01, false],
    [{ atLeast: 0.8 }, 0.8, true],
    [{ atLeast: 0.8 }, 0.79, false],
    [{ atLeast: 2, atMost: 2 }, 1, false],
    [{ atMost: 2 }, NaN, false],
  ])('isWithinLimits for limits %j and value %d returns %j', (limits, value, expected) =>
    expect(isWithinLimits({ label: '', value, ...limits })).toBe(expected),
  );

  test('formatTable formats value, target and result', () => {
    expect(
      formatTable([
        { label: 'Calls', value: 3, atMost: 2 },
        { label: 'Ratio', value: 1.03456, atMost: 1.2 },
        { label: 'Units', value: 2, atMost: 2, atLeast: 2 },
        { label: 'Rows a second', value: 12_345.6, unit: 'rows', atLeast: 10_000 },
        { label: 'Time', value: 4.25, unit: 'ms', atMost: 5 },
      ]),
    ).toEqual([
      '  Calls           3             ≤ 2             NOT MET',
      '  Ratio           1.03          ≤ 1.2           met',
      '  Units           2             2               met',
      '  Rows a second   12,300 rows   ≥ 10,000 rows   met',
      '  Time            4.25 ms       ≤ 5 ms          met',
    ]);
  });

  test('findMissedBounds ignores durations unless the machine is quiet', () => {
    const metFigure = { label: 'Requests', value: 1, atMost: 2 };
    const oversizedFigure = { label: 'JavaScript', value: 111, unit: 'KB', atMost: 110 };
    const slowFigure = { label: 'First paint', value: 1.1, unit: 's', atMost: 0.9 };
    expect(findMissedBounds([metFigure, oversizedFigure, slowFigure], true)).toEqual([oversizedFigure, slowFigure]);
    expect(findMissedBounds([metFigure, oversizedFigure, slowFigure], false)).toEqual([oversizedFigure]);
  });
});
