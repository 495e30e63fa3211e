import { expect, test } from '@jest/globals';
import { findMilestones } from './milestones.ts';

const status = (day: string, name: string) => ({ type: 'status', at: `2026-11-${day}T23:30:00.000Z`, status: name });
const booked = { type: 'booked', at: '2026-11-02T09:30:00.000Z' };

test('finds the days of the region’s calendar, without the days that waited for an answer', () => {
  const timeline = [
    booked,
    { type: 'rmaAssigned', at: '2026-11-02T23:30:00.000Z' },
    status('05', 'received'),
    status('06', 'quoted'),
    status('10', 'repaired'),
    status('12', 'dispatched'),
  ];
  expect(findMilestones(timeline, 'Europe/Berlin')).toEqual({
    entries: 6,
    rma: '2026-11-03',
    received: '2026-11-06',
    dispatched: '2026-11-13',
    waitingDays: 4,
  });
});

test('has no days of stages that were not reached', () => {
  expect(findMilestones([booked, status('05', 'received'), status('06', 'quoted')], 'Europe/London')).toEqual({
    entries: 3,
    received: '2026-11-05',
  });
});
