import { expect, test } from 'vitest';
import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { stepsOf } from './progress.ts';

type Reported = Exclude<RepairState, 'submitted' | 'registered' | 'withdrawn'>;
const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`;
const booked = { type: 'booked', at: at(1), by: 'sam@nuk.example' };
const words = (steps: ReturnType<typeof stepsOf>) => steps.map(({ state, tone }) => `${state} ${tone}`);
const repairSteps = (state: RepairState, ...reports: readonly Reported[]) =>
  words(
    stepsOf(repairKind, {
      state,
      timeline: [booked, ...reports.map((status, index) => ({ type: 'status', at: at(index + 2), status }))],
    }),
  );

test('a repair that was booked has all its way before it', () => {
  const ahead = ['submitted done', 'received open', 'assessed open', 'repaired open', 'dispatched open'];
  expect(repairSteps('submitted')).toEqual(ahead);
  expect(repairSteps('confirmed', 'confirmed')).toEqual(ahead);
});

test('a step that nobody reported is passed once a later one was, without a date', () => {
  expect(repairSteps('repaired', 'received', 'repaired')).toEqual([
    'submitted done',
    'received done',
    'assessed done',
    'repaired done',
    'dispatched open',
  ]);
  const timeline = [booked, { type: 'status', at: at(2), status: 'received' }];
  expect(stepsOf(repairKind, { state: 'received', timeline }).map((step) => step.at)).toEqual([
    at(1),
    at(2),
    undefined,
    undefined,
    undefined,
  ]);
});

test('a fee stands where it was quoted: it waits, and later it is behind', () => {
  expect(repairSteps('quoted', 'received', 'assessed', 'quoted').slice(2, 5)).toEqual([
    'assessed done',
    'quoted waiting',
    'repaired open',
  ]);
  expect(repairSteps('repaired', 'received', 'assessed', 'quoted', 'repaired').slice(3)).toEqual([
    'quoted done',
    'repaired done',
    'dispatched open',
  ]);
});

test.each(['returnedUnrepaired', 'abandoned', 'cancelled'] as const)('after %s nothing is to come', (end) => {
  expect(repairSteps(end, 'received', end)).toEqual(['submitted done', 'received done', `${end} ended`]);
});

test('an end that was reported, but not the last, is no step', () => {
  expect(repairSteps('received', 'cancelled', 'received')).not.toContain('cancelled ended');
});

test('a return is booked and gets its number, or is withdrawn', () => {
  const number = { type: 'rmaAssigned', at: at(2) };
  const withdrawal = { type: 'withdrawn', at: at(2), by: 'sam@nuk.example' };
  expect(words(stepsOf(returnKind, { state: 'submitted', timeline: [booked] }))).toEqual([
    'submitted done',
    'registered open',
  ]);
  expect(words(stepsOf(returnKind, { state: 'registered', timeline: [booked, number] }))).toEqual([
    'submitted done',
    'registered done',
  ]);
  expect(words(stepsOf(returnKind, { state: 'withdrawn', timeline: [booked, withdrawal] }))).toEqual([
    'submitted done',
    'withdrawn ended',
  ]);
});
