import { expect, test } from 'vitest';
import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { toSteps } from './progress.ts';

type ReportedState = Exclude<RepairState, 'submitted' | 'registered' | 'withdrawn'>;
const toInstant = (day: number) => `2026-11-0${day}T10:00:00.000Z`;
const bookedEntry = { type: 'booked', at: toInstant(1), by: 'sam@nuk.example' };
const toText = (steps: ReturnType<typeof toSteps>) => steps.map(({ state, tone }) => `${state} ${tone}`).join(', ');
const buildRepair = (state: RepairState, reports: readonly ReportedState[]) => ({
  state,
  timeline: [bookedEntry, ...reports.map((status, index) => ({ type: 'status', at: toInstant(index + 2), status }))],
});

const openSteps = 'received open, assessed open, repaired open, dispatched open';

test.each<[string, RepairState, readonly ReportedState[], string]>([
  ['all steps open after booking', 'submitted', [], `submitted pending, ${openSteps}`],
  ['all steps open after confirmation', 'confirmed', ['confirmed'], `confirmed waiting, ${openSteps}`],
  [
    'an unreported step as done once a later one is reported',
    'repaired',
    ['received', 'repaired'],
    'submitted done, received done, assessed done, repaired underway, dispatched open',
  ],
  [
    'a quoted fee as waiting',
    'quoted',
    ['received', 'assessed', 'quoted'],
    'submitted done, received done, quoted waiting, repaired open, dispatched open',
  ],
  [
    'a quoted fee as a finished assessment later',
    'repaired',
    ['received', 'assessed', 'quoted', 'repaired'],
    'submitted done, received done, assessed done, repaired underway, dispatched open',
  ],
  [
    'open steps after a cancellation that was revoked',
    'received',
    ['cancelled', 'received'],
    'submitted done, received underway, assessed open, repaired open, dispatched open',
  ],
  ...(['returnedUnrepaired', 'abandoned', 'cancelled'] as const).map(
    (end): [string, RepairState, readonly ReportedState[], string] => [
      `no open steps once it is ${end}`,
      end,
      ['received', end],
      `submitted done, received done, ${end} ended`,
    ],
  ),
])('shows for a repair %s', (_, state, reports, steps) =>
  expect(toText(toSteps(repairKind, buildRepair(state, reports)))).toBe(steps),
);

test('returns for each step when it was reported', () =>
  expect(toSteps(repairKind, buildRepair('repaired', ['received', 'repaired'])).map((step) => step.at)).toEqual([
    toInstant(1),
    toInstant(2),
    undefined,
    toInstant(3),
    undefined,
  ]));

test.each([
  ['submitted', [], 'submitted pending, registered open'],
  ['registered', [{ type: 'rmaAssigned', at: toInstant(2) }], 'submitted done, registered waiting'],
  ['withdrawn', [{ type: 'withdrawn', at: toInstant(2), by: 'sam@nuk.example' }], 'submitted done, withdrawn ended'],
] as const)('shows the steps of a return that is %s', (state, laterEntries, steps) =>
  expect(toText(toSteps(returnKind, { state, timeline: [bookedEntry, ...laterEntries] }))).toBe(steps),
);
