import { describe, expect, test } from '@jest/globals';
import type { RecordRow } from '#lambdas/lib/records/record-kind.ts';
import { buildReturnRow } from '#lambdas/lib/records/return.ts';
import {
  buildStoredReturn,
  buildLines,
  withdrawReturn,
  addRma,
  buildStoredRepair,
  addRepairEntry,
} from '#lambdas/testing/rows.ts';
import { findAccessories, findRepairProduct } from '#shared/catalogue/repairs.ts';
import type { Change } from './portal-event.ts';
import { toPortalEvent } from './portal-event.ts';

const accessory = findAccessories('switch-2')[0];
const bookedRepair = buildStoredRepair({
  accessories: [accessory?.key ?? ''],
  purchaseDate: '2026-10-01',
  detailedDescription: 'The picture flickers.',
});
const correctedRepair = addRepairEntry(
  bookedRepair,
  { type: 'corrected', at: '2026-11-02T10:00:00.000Z', by: 'sam@nuk.example', before: bookedRepair },
  { serialNumber: 'XTW9' },
);
const withdrawnRepair = addRepairEntry(bookedRepair, {
  type: 'withdrawn',
  at: '2026-11-02T11:00:00.000Z',
  by: 'sam@nuk.example',
});
const registeredRepair = addRepairEntry(bookedRepair, {
  type: 'rmaAssigned',
  at: '2026-11-03T08:00:00.000Z',
  eventId: 'e-1',
  rma: 'UK55500001',
});

describe('portal event', () => {
  test('of a booking contains catalogue codes', () => {
    expect(toPortalEvent({ eventId: 'stream-1', after: bookedRepair })).toEqual({
      type: 'RepairBooked',
      detail: {
        version: 1,
        eventId: 'stream-1',
        occurredAt: bookedRepair.createdAt,
        region: 'nuk',
        storeId: 'UK001',
        storeName: 'Oxford Street',
        storeRefNo: 'REF-1',
        id: bookedRepair.id,
        createdAt: bookedRepair.createdAt,
        product: { key: 'switch-2', code: findRepairProduct('switch-2')?.code },
        accessories: [{ key: accessory?.key, code: accessory?.code }],
        isOnlyAccessories: false,
        issue: 'screenDefect',
        serialNumber: 'XKW10001234567',
        purchaseDate: '2026-10-01',
        detailedDescription: 'The picture flickers.',
      },
    });
  });

  test('of a correction contains the whole repair, not the actor', () => {
    const event = toPortalEvent({ eventId: 'stream-2', before: bookedRepair, after: correctedRepair });
    expect(event).toMatchObject({
      type: 'RepairCorrected',
      detail: {
        version: 1,
        eventId: 'stream-2',
        occurredAt: '2026-11-02T10:00:00.000Z',
        serialNumber: 'XTW9',
        storeRefNo: 'REF-1',
      },
    });
    expect(JSON.stringify(event)).not.toMatch(/sam@nuk|sub-of-sam|timeline|createdBy/);
  });

  test('is published for a repair that was booked and withdrawn a second time', () => {
    const repairWithdrawnAgain = addRepairEntry(bookedRepair, {
      type: 'withdrawn',
      at: '2026-11-02T12:00:00.000Z',
      by: 'sam@nuk.example',
    });
    // Both withdrawn rows have the same key, so the second one replaces the first.
    expect(toPortalEvent({ eventId: 'stream-4', before: withdrawnRepair, after: repairWithdrawnAgain })).toMatchObject({
      type: 'RepairWithdrawn',
      detail: { occurredAt: '2026-11-02T12:00:00.000Z' },
    });
  });

  test('has an empty code for a discontinued product', () =>
    expect(toPortalEvent({ eventId: 'stream-5', after: buildStoredRepair({ product: 'no-more' }) })).toMatchObject({
      detail: { product: { key: 'no-more', code: '' } },
    }));
});

test.each([
  ['the removal of the former row at a withdrawal', { before: bookedRepair }],
  ['an RMA number from the provider', { before: bookedRepair, after: registeredRepair }],
  [
    'a status from the provider',
    {
      before: registeredRepair,
      after: addRepairEntry(registeredRepair, {
        type: 'status',
        at: '2026-11-04T08:00:00.000Z',
        eventId: 'e-2',
        status: 'received',
      }),
    },
  ],
  ['an imported repair with a timeline', { after: registeredRepair }],
])('publishes no event for %s', (_, change) =>
  expect(toPortalEvent({ eventId: 'stream-1', ...change })).toBeUndefined(),
);

describe('portal events of returns and withdrawals', () => {
  const bookedReturn = buildStoredReturn({ lines: buildLines(1000), files: ['a1'.repeat(32)] });

  test('ReturnBooked contains the key of its lines', () => {
    const event = toPortalEvent({ eventId: 'stream-1', after: bookedReturn });
    expect(event).toEqual({
      type: 'ReturnBooked',
      detail: {
        version: 1,
        eventId: 'stream-1',
        occurredAt: bookedReturn.createdAt,
        region: 'nuk',
        storeId: 'UK-1',
        storeName: 'One',
        storeRefNo: 'Ret 1',
        id: bookedReturn.id,
        createdAt: bookedReturn.createdAt,
        numberOfProducts: 1000,
        key: { store: 'nuk#UK-1', reference: 'ret 1' },
      },
    });
    expect(JSON.stringify(event).length).toBeLessThan(1024);
  });

  const entry = { type: 'corrected', at: '2026-11-20T11:00:00.000Z', by: 'anna@store.example' } as const;
  const correctedReturn = buildReturnRow({
    ...bookedReturn,
    lines: bookedReturn.lines.slice(1),
    version: 2,
    timeline: [...bookedReturn.timeline, { ...entry, before: bookedReturn.lines.slice(0, 1), added: [] }],
  });
  const withdrawnReturnRow = withdrawReturn(correctedReturn, '2026-11-20T12:00:00.000Z');

  test.each<[string, Change, RecordRow, string]>([
    ['Repair', { eventId: 'stream-3', after: withdrawnRepair }, bookedRepair, '2026-11-02T11:00:00.000Z'],
    ['Return', { eventId: 'stream-3', after: withdrawnReturnRow }, bookedReturn, '2026-11-20T12:00:00.000Z'],
  ])('%sWithdrawn contains only the identity of the record', (kind, change, row, occurredAt) => {
    const { region, storeId, storeRefNo, id } = row;
    const detail = { version: 1, eventId: 'stream-3', occurredAt, region, storeId, storeRefNo, id };
    expect(toPortalEvent(change)).toEqual({ type: `${kind}Withdrawn`, detail });
  });

  test.each([
    ['of a withdrawn return', withdrawnReturnRow],
    ['of a corrected return', correctedReturn],
    ['of a return', bookedReturn],
  ])('are not published for the RMA number %s', (_, before) => {
    const change = { before, after: addRma(before, 'UK70000001') };
    expect(toPortalEvent({ eventId: 'stream-1', ...change })).toBeUndefined();
  });
});
