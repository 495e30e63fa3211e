import { describe, expect, test } from 'vitest';
import { periodOfDays, periodOfPreset, presetOf } from './period-field.tsx';

const today = '2026-03-02';

describe('a usual period', () => {
  test.each([
    ['anyTime', {}],
    ['last7Days', { from: '2026-02-24' }],
    ['last30Days', { from: '2026-02-01' }],
    ['thisYear', { from: '2026-01-01' }],
  ] as const)('%s', (preset, period) => {
    expect(periodOfPreset(preset, today)).toEqual(period);
    expect(presetOf({ from: undefined, to: undefined, ...period }, today)).toBe(preset);
  });

  test('other days are none', () => {
    expect(presetOf({ from: '2026-02-24', to: '2026-02-28' }, today)).toBeUndefined();
    expect(presetOf({ from: '2026-02-25' }, today)).toBeUndefined();
  });
});

test.each([
  ['2026-01-01', '', { from: '2026-01-01', to: undefined }],
  ['', '', { from: undefined, to: undefined }],
  ['2026-01-01', '2026-01-01', { from: '2026-01-01', to: '2026-01-01' }],
  // None yet.
  ['1/1/20', '', undefined],
  ['2026-02-30', '', undefined],
  ['', 'x', undefined],
  ['2026-02-01', '2026-01-01', undefined],
])('typed from %j to %j: %j', (from, to, period) => expect(periodOfDays({ from, to })).toEqual(period));
