import { expect, test } from 'vitest';
import { findSessionPhase } from './session-end.ts';

const minute = 60_000;
const idle = 60 * minute;
const absolute = 12 * 60 * minute;
const never = Number.POSITIVE_INFINITY;

test.each([
  [0, { idle, absolute }, { type: 'quiet' }],
  [55 * minute - 1, { idle, absolute }, { type: 'quiet' }],
  [55 * minute, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  [60 * minute - 1, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  // The margin of 5 s: a server with a slower clock would extend the session by another hour if asked immediately.
  [60 * minute + 4_999, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  [60 * minute + 5_000, { idle, absolute }, { type: 'over' }],
  // Close to the absolute end, no extension is offered.
  [absolute - 5 * minute, { idle: absolute + 30 * minute, absolute }, { type: 'endsSoon', endsAt: absolute }],
  [absolute - 4 * minute, { idle: absolute, absolute }, { type: 'endsSoon', endsAt: absolute }],
  [absolute + 5_000, { idle: absolute + 30 * minute, absolute }, { type: 'over' }],
  // The earlier of two near ends counts.
  [absolute - 4 * minute, { idle: absolute - minute, absolute }, { type: 'idleSoon', endsAt: absolute - minute }],
  [Date.now(), { idle: never, absolute: never }, { type: 'quiet' }],
])('at %i ms of a session that ends at %o: %o', (now, ends, phase) =>
  expect(findSessionPhase(now, ends)).toEqual(phase),
);
