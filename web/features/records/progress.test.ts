import { expect, test } from 'vitest';
import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { stepsOf } from './progress.ts';

type Reported = Exclude<RepairState, 'submitted' | 'registered' | 'withdrawn'>;
const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`;
const booked = { type: 'booked', at: at(1), by: 'sam@nuk.example' };
const words = (steps: ReturnType<typeof stepsOf>) => steps.map(({ state, tone }) => `${state} ${tone}`).join(', ');
const repair = (state: RepairState, reports: readonly Reported[]) => ({
  state,
  timeline: [booked, ...reports.map((status, index) => ({ type: 'status', at: at(index + 2), status }))],
});

const ahead = 'submitted done, received open, assessed open, repaired open, dispatched open';

test.each<[string, RepairState, readonly Reported[], string]>([
  ['that was booked has all its way before it', 'submitted', [], ahead],
  ['that was confirmed has, too', 'confirmed', ['confirmed'], ahead],
  [
    'has passed a step that nobody reported once a later one was',
    'repaired',
    ['received', 'repaired'],
    'submitted done, received done, assessed done, repaired done, dispatched open',
  ],
  [
    'waits where a fee was quoted',
    'quoted',
    ['received', 'assessed', 'quoted'],
    'submitted done, received done, assessed done, quoted waiting, repaired open, dispatched open',
  ],
  [
    'has the fee behind it later',
    'repaired',
    ['received', 'assessed', 'quoted', 'repaired'],
    'submitted done, received done, assessed done, quoted done, repaired done, dispatched open',
  ],
  [
    'goes on after an end that was not the last',
    'received',
    ['cancelled', 'received'],
    'submitted done, received done, assessed open, repaired open, dispatched open',
  ],
  ...(['returnedUnrepaired', 'abandoned', 'cancelled'] as const).map(
    (end): [string, RepairState, readonly Reported[], string] => [
      `has nothing to come once it is ${end}`,
      end,
      ['received', end],
      `submitted done, received done, ${end} ended`,
    ],
  ),
])('a repair %s', (_, state, reports, steps) => expect(words(stepsOf(repairKind, repair(state, reports)))).toBe(steps));

test('a step has the date on which it was reported', () =>
  expect(stepsOf(repairKind, repair('repaired', ['received', 'repaired'])).map((step) => step.at)).toEqual([
    at(1),
    at(2),
    undefined,
    at(3),
    undefined,
  ]));

test.each([
  ['submitted', [], 'submitted done, registered open'],
  ['registered', [{ type: 'rmaAssigned', at: at(2) }], 'submitted done, registered done'],
  ['withdrawn', [{ type: 'withdrawn', at: at(2), by: 'sam@nuk.example' }], 'submitted done, withdrawn ended'],
] as const)('a return that is %s', (state, more, steps) =>
  expect(words(stepsOf(returnKind, { state, timeline: [booked, ...more] }))).toBe(steps),
);
