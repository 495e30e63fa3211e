import { expect, test } from '@jest/globals';
import { findMilestones } from './milestones.ts';

const buildStatusEntry = (day: string, name: string) => ({
  type: 'status',
  at: `2026-11-${day}T23:30:00.000Z`,
  status: name,
});
const bookedEntry = { type: 'booked', at: '2026-11-02T09:30:00.000Z' };

test('findMilestones returns dates in the region’s time zone, and counts days of waiting for an answer', () => {
  const timeline = [
    bookedEntry,
    { type: 'rmaAssigned', at: '2026-11-02T23:30:00.000Z' },
    buildStatusEntry('05', 'received'),
    buildStatusEntry('06', 'quoted'),
    buildStatusEntry('10', 'repaired'),
    buildStatusEntry('12', 'dispatched'),
  ];
  expect(findMilestones(timeline, 'Europe/Berlin')).toEqual({
    entries: 6,
    rma: '2026-11-03',
    received: '2026-11-06',
    dispatched: '2026-11-13',
    waitingDays: 4,
  });
});

test('findMilestones omits stages that were not reached', () => {
  expect(
    findMilestones(
      [bookedEntry, buildStatusEntry('05', 'received'), buildStatusEntry('06', 'quoted')],
      'Europe/London',
    ),
  ).toEqual({
    entries: 3,
    received: '2026-11-05',
  });
});
