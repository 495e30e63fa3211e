import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/config/limits.ts';
import { changeRejection } from '#shared/records/timeline.ts';
import type { RepairContent } from './content.ts';
import type { RepairEntry } from './lifecycle.ts';
import { isOpen, isPending, repairStates } from './lifecycle.ts';

describe('changes by the store', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const by = 'anna@store.example';
  const correctedEntry: RepairEntry = { type: 'corrected', at, by, before: {} as RepairContent };

  test.each(['correct', 'withdraw'] as const)('%s: allowed only while submitted and without an RMA', (change) => {
    const allowedCombinations = repairStates.flatMap((state) =>
      [null, 'UK50000001']
        .filter((rma) => changeRejection[change]({ rma, state, timeline: [] }) === undefined)
        .map((rma) => [state, rma]),
    );
    expect(allowedCombinations).toEqual([['submitted', null]]);
  });

  test('are rejected for a withdrawn repair in any state', () => {
    const repair = { rma: null, state: 'cancelled', timeline: [{ type: 'withdrawn', at, by }] } as const;
    expect([changeRejection.withdraw(repair), changeRejection.correct(repair)]).toEqual(['withdrawn', 'withdrawn']);
  });

  test('allow a limited number of corrections, then only withdrawal', () => {
    const buildCorrectedRepair = (times: number) => ({
      rma: null,
      state: 'submitted' as const,
      timeline: Array.from({ length: times }, () => correctedEntry),
    });
    expect(changeRejection.correct(buildCorrectedRepair(limits.correctionsPerRecord - 1))).toBeUndefined();
    expect(changeRejection.correct(buildCorrectedRepair(limits.correctionsPerRecord))).toBe('correctedTooOften');
    expect(changeRejection.withdraw(buildCorrectedRepair(limits.correctionsPerRecord))).toBeUndefined();
  });

  test('isPending is true for open repairs without an RMA number', () => {
    const pendingStates = repairStates.filter((state) => isPending({ rma: null, state }));
    expect(pendingStates).toEqual(repairStates.filter(isOpen));
    expect(repairStates.filter((state) => isPending({ rma: 'UK1', state }))).toEqual([]);
  });

  test('isOpen is false once the device is returned or will not be sent', () => {
    expect(repairStates.filter((state) => !isOpen(state))).toEqual([
      'dispatched',
      'returnedUnrepaired',
      'abandoned',
      'cancelled',
      'withdrawn',
    ]);
  });
});
