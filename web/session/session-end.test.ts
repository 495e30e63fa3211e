import { expect, test } from 'vitest';
import { findSessionPhase } from './session-end.ts';

const minuteMs = 60_000;
const idle = 60 * minuteMs;
const absolute = 12 * 60 * minuteMs;
const never = Number.POSITIVE_INFINITY;

test.each([
  [0, { idle, absolute }, { type: 'quiet' }],
  [55 * minuteMs - 1, { idle, absolute }, { type: 'quiet' }],
  [55 * minuteMs, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  [60 * minuteMs - 1, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  // The margin of 5 s: a server with a slower clock would extend the session by another hour if asked immediately.
  [60 * minuteMs + 4_999, { idle, absolute }, { type: 'idleSoon', endsAt: idle }],
  [60 * minuteMs + 5_000, { idle, absolute }, { type: 'over' }],
  // Close to the absolute end, no extension is offered.
  [absolute - 5 * minuteMs, { idle: absolute + 30 * minuteMs, absolute }, { type: 'endsSoon', endsAt: absolute }],
  [absolute - 4 * minuteMs, { idle: absolute, absolute }, { type: 'endsSoon', endsAt: absolute }],
  [absolute + 5_000, { idle: absolute + 30 * minuteMs, absolute }, { type: 'over' }],
  // The earlier of two near ends counts.
  [absolute - 4 * minuteMs, { idle: absolute - minuteMs, absolute }, { type: 'idleSoon', endsAt: absolute - minuteMs }],
  [Date.now(), { idle: never, absolute: never }, { type: 'quiet' }],
])('returns the phase at %i ms of a session with the ends %o: %o', (now, ends, phase) =>
  expect(findSessionPhase(now, ends)).toEqual(phase),
);
