import { expect, test } from '@jest/globals';
import { findSendDay } from './send-day.ts';

const bookedEntry = { type: 'booked', at: '2026-11-02T10:00:00.000Z' };
// In Berlin, this instant is on the next day.
const rmaEntry = { type: 'rmaAssigned', at: '2026-11-03T23:30:00.000Z' };
const buildStatusEntry = (status: string) => ({ type: 'status', at: '2026-11-05T10:00:00.000Z', status });

test.each<[string, string, readonly Parameters<typeof findSendDay>[0]['timeline'][number][], string | undefined]>([
  ['submitted', 'submitted', [bookedEntry], undefined],
  ['registered', 'registered', [bookedEntry, rmaEntry], '2026-11-04'],
  ['confirmed', 'confirmed', [bookedEntry, rmaEntry, buildStatusEntry('confirmed')], '2026-11-04'],
  ['confirmed before its RMA number', 'confirmed', [bookedEntry, buildStatusEntry('confirmed')], undefined],
  ['received', 'received', [bookedEntry, rmaEntry, buildStatusEntry('received')], undefined],
  [
    'confirmed again after its receipt',
    'confirmed',
    [bookedEntry, rmaEntry, buildStatusEntry('received'), buildStatusEntry('confirmed')],
    undefined,
  ],
  ['withdrawn', 'withdrawn', [bookedEntry, rmaEntry, { type: 'withdrawn', at: '2026-11-05T10:00:00.000Z' }], undefined],
])('returns the send day of a record that is %s, if it can be sent', (_, state, timeline, day) => {
  expect(findSendDay({ state, timeline }, 'Europe/Berlin')).toBe(day);
});
