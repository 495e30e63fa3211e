import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { changeRefusal } from '#shared/records/timeline.ts';
import type { RepairContent } from './content.ts';
import type { RepairEntry } from './lifecycle.ts';
import { isOpen, isPending, repairStates } from './lifecycle.ts';

describe('what a store can still do', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const by = 'anna@store.example';
  const corrected: RepairEntry = { type: 'corrected', at, by, before: {} as RepairContent };

  test.each(['correct', 'withdraw'] as const)('%ss only what is submitted and has no RMA', (change) => {
    const possible = repairStates.flatMap((state) =>
      [null, 'UK50000001']
        .filter((rma) => changeRefusal[change]({ rma, state, timeline: [] }) === undefined)
        .map((rma) => [state, rma]),
    );
    expect(possible).toEqual([['submitted', null]]);
  });

  test('a withdrawn one says so, whatever was reported afterwards', () => {
    const repair = { rma: null, state: 'cancelled', timeline: [{ type: 'withdrawn', at, by }] } as const;
    expect([changeRefusal.withdraw(repair), changeRefusal.correct(repair)]).toEqual(['withdrawn', 'withdrawn']);
  });

  test('corrects only so often, and withdraws all the same', () => {
    const often = (times: number) => ({
      rma: null,
      state: 'submitted' as const,
      timeline: Array.from({ length: times }, () => corrected),
    });
    expect(changeRefusal.correct(often(limits.correctionsPerRecord - 1))).toBeUndefined();
    expect(changeRefusal.correct(often(limits.correctionsPerRecord))).toBe('correctedTooOften');
    expect(changeRefusal.withdraw(often(limits.correctionsPerRecord))).toBeUndefined();
  });

  test('an RMA is still to come for whatever is open and has none', () => {
    const pending = repairStates.filter((state) => isPending({ rma: null, state }));
    expect(pending).toEqual(repairStates.filter(isOpen));
    expect(repairStates.filter((state) => isPending({ rma: 'UK1', state }))).toEqual([]);
  });

  test('a repair is over once the device has gone back, or never comes', () => {
    expect(repairStates.filter((state) => !isOpen(state))).toEqual([
      'dispatched',
      'returnedUnrepaired',
      'abandoned',
      'cancelled',
      'withdrawn',
    ]);
  });
});
