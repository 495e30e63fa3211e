import { expect, test } from 'vitest';
import { phaseAt } from './session-end.ts';

const minute = 60_000;
const idle = 60 * minute;
const absolute = 12 * 60 * minute;

test.each([
  [0, 'quiet'],
  [55 * minute - 1, 'quiet'],
  [55 * minute, 'idleSoon'],
  [60 * minute - 1, 'idleSoon'],
  [60 * minute, 'over'],
])('%i ms after the last renewal: %s', (now, type) => {
  expect(phaseAt(now, { idle, absolute }).type).toBe(type);
});

test('before the absolute end nobody is offered to stay', () => {
  const late = { idle: absolute + 30 * minute, absolute };
  expect(phaseAt(absolute - 5 * minute, late)).toEqual({ type: 'endsSoon', endsAt: absolute });
  expect(phaseAt(absolute, late)).toEqual({ type: 'over' });
});

test('of two ends that are near, the first is told', () => {
  const now = absolute - 4 * minute;
  expect(phaseAt(now, { idle: absolute - minute, absolute })).toEqual({ type: 'idleSoon', endsAt: absolute - minute });
  expect(phaseAt(now, { idle: absolute, absolute })).toEqual({ type: 'endsSoon', endsAt: absolute });
});

test('where nothing is known of the end, nothing is said', () => {
  const never = { idle: Number.POSITIVE_INFINITY, absolute: Number.POSITIVE_INFINITY };
  expect(phaseAt(Date.now(), never)).toEqual({ type: 'quiet' });
});
