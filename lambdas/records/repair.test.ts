import { describe, expect, test } from '@jest/globals';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { newRepairRow } from './repair.ts';

const at = '2026-11-20T10:00:00.000Z';
const booked: RepairEntry = { type: 'booked', at, by: 'anna@store.example' };
const facts = {
  id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  region: 'nuk' as const,
  storeId: 'UK-1',
  storeName: 'One',
  storeRefNo: 'Ref 1',
  product: 'switch',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect' as const,
  serialNumber: 'X1',
  purchaseDate: '2026-01-01',
  detailedDescription: '',
  createdAt: at,
  createdBy: 'sub-1',
  termsAccepted: '2024-06-06',
  version: 1,
};
const row = (...entries: RepairEntry[]) => newRepairRow({ ...facts, timeline: [booked, ...entries] });

describe('a row of the repairs table', () => {
  test.each<[string, RepairEntry[], object]>([
    ['booked', [], { rma: null, state: 'submitted', stateAt: `submitted#${at}`, reference: 'ref 1' }],
    [
      'with an RMA',
      [{ type: 'rmaAssigned', at, eventId: 'e1', rma: 'UK1' }],
      { rma: 'UK1', state: 'registered', stateAt: `registered#${at}` },
    ],
    [
      'reported on, without an RMA',
      [{ type: 'status', at, eventId: 'e1', status: 'received' }],
      { rma: null, state: 'received' },
    ],
    [
      'withdrawn',
      [{ type: 'withdrawn', at, by: 'anna@store.example' }],
      { rma: null, state: 'withdrawn', reference: `ref 1\u001F${facts.id}` },
    ],
  ])('%s is found by what its timeline says', (_, entries, expected) => {
    expect(row(...entries)).toMatchObject(expected);
  });

  test('takes nothing over that a row does not have, and no key that somebody made up', () => {
    const madeUp = {
      store: 'nfr#FR-1',
      reference: 'other',
      rma: 'MINE',
      state: 'repaired',
      customerPresence: true,
      groups: ['admin'],
    };
    const made = newRepairRow({ ...facts, ...madeUp, timeline: [booked] });
    expect(made).toEqual(row());
    expect(made).not.toHaveProperty('customerPresence');
    expect(made).not.toHaveProperty('groups');
  });
});
