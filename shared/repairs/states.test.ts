import { describe, expect, test } from '@jest/globals';
import { isCorrectable, isOpen, repairStates } from './states.ts';

describe('what a store can still do', () => {
  test('corrects and withdraws only what is submitted and has no RMA', () => {
    const correctable = repairStates.flatMap((state) =>
      [null, 'UK50000001'].filter((rma) => isCorrectable({ rma, state })).map((rma) => [state, rma]),
    );
    expect(correctable).toEqual([['submitted', null]]);
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
