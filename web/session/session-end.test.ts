import { expect, test } from 'vitest';
import { phaseAt } from './session-end.ts';

const minute = 60_000;
const idle = 60 * minute;
const absolute = 12 * 60 * minute;
const never = Number.POSITIVE_INFINITY;

test.each([
  [0, { idle, absolute }, { type: 'quiet' }],
  [55 * minute - 1, { idle, absolute }, { type: 'quiet' }],
  [55 * minute, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  [60 * minute - 1, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  // Asked at once, a server whose clock is a little slower would begin another hour.
  [60 * minute + 4_999, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  [60 * minute + 5_000, { idle, absolute }, { type: 'over' }],
  // Nobody is offered to stay where that averts nothing.
  [absolute - 5 * minute, { idle: absolute + 30 * minute, absolute }, { type: 'endsSoon', endsAt: absolute }],
  [absolute - 4 * minute, { idle: absolute, absolute }, { type: 'endsSoon', endsAt: absolute }],
  [absolute + 5_000, { idle: absolute + 30 * minute, absolute }, { type: 'over' }],
  // Of two ends that are near, the first is told.
  [absolute - 4 * minute, { idle: absolute - minute, absolute }, { type: 'idleSoon', endsAt: absolute - minute }],
  [Date.now(), { idle: never, absolute: never }, { type: 'quiet' }],
])('at %i ms of a session that ends at %o: %o', (now, ends, phase) => expect(phaseAt(now, ends)).toEqual(phase));
