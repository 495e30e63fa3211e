import { expect, test } from '@jest/globals';
import { findSendDay } from './send-day.ts';

const booked = { type: 'booked', at: '2026-11-02T10:00:00.000Z' };
// In Berlin already the next day.
const rma = { type: 'rmaAssigned', at: '2026-11-03T23:30:00.000Z' };
const reported = (status: string) => ({ type: 'status', at: '2026-11-05T10:00:00.000Z', status });

test.each<[string, string, readonly Parameters<typeof findSendDay>[0]['timeline'][number][], string | undefined]>([
  ['submitted', 'submitted', [booked], undefined],
  ['registered', 'registered', [booked, rma], '2026-11-04'],
  ['confirmed', 'confirmed', [booked, rma, reported('confirmed')], '2026-11-04'],
  ['confirmed before its RMA number', 'confirmed', [booked, reported('confirmed')], undefined],
  ['received', 'received', [booked, rma, reported('received')], undefined],
  [
    'confirmed again after its receipt',
    'confirmed',
    [booked, rma, reported('received'), reported('confirmed')],
    undefined,
  ],
  ['withdrawn', 'withdrawn', [booked, rma, { type: 'withdrawn', at: '2026-11-05T10:00:00.000Z' }], undefined],
])('a record that is %s can be sent from the day of its RMA number or not at all', (_, state, timeline, day) => {
  expect(findSendDay({ state, timeline }, 'Europe/Berlin')).toBe(day);
});
