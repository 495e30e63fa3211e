import { describe, expect, test } from '@jest/globals';
import type { RecordRow } from '#lambdas/records/kind.ts';
import { newReturnRow } from '#lambdas/records/return.ts';
import { bookedReturn, storedLines, withdrawnReturn, withRma, bookedRow, later } from '#lambdas/testing/rows.ts';
import { accessoriesOf, repairProduct } from '#shared/catalogue/repairs.ts';
import type { Change } from './portal-event.ts';
import { eventOf } from './portal-event.ts';

const accessory = accessoriesOf('switch-2')[0];
const booked = bookedRow({ accessories: [accessory?.key ?? ''] });
const corrected = later(
  booked,
  { type: 'corrected', at: '2026-11-02T10:00:00.000Z', by: 'sam@nuk.example', before: booked },
  { serialNumber: 'XTW9' },
);
const withdrawn = later(booked, { type: 'withdrawn', at: '2026-11-02T11:00:00.000Z', by: 'sam@nuk.example' });
const assigned = later(booked, {
  type: 'rmaAssigned',
  at: '2026-11-03T08:00:00.000Z',
  eventId: 'e-1',
  rma: 'UK55500001',
});

describe('the back office is told of', () => {
  test('a booking, with the codes of its catalogue', () => {
    expect(eventOf({ eventId: 'stream-1', after: booked })).toEqual({
      type: 'RepairBooked',
      detail: {
        version: 1,
        eventId: 'stream-1',
        occurredAt: booked.createdAt,
        region: 'nuk',
        storeId: 'UK001',
        storeName: 'Oxford Street',
        storeRefNo: 'REF-1',
        id: booked.id,
        createdAt: booked.createdAt,
        product: { key: 'switch-2', code: repairProduct('switch-2')?.code },
        accessories: [{ key: accessory?.key, code: accessory?.code }],
        isOnlyAccessories: false,
        issue: 'screenDefect',
        serialNumber: 'XKW10001234567',
        purchaseDate: '2026-10-01',
        detailedDescription: 'The picture flickers.',
      },
    });
  });

  test('a correction, with all of the repair as it is now, when it was made, and not of who did it', () => {
    const told = eventOf({ eventId: 'stream-2', before: booked, after: corrected });
    expect(told).toMatchObject({
      type: 'RepairCorrected',
      detail: {
        version: 1,
        eventId: 'stream-2',
        occurredAt: '2026-11-02T10:00:00.000Z',
        serialNumber: 'XTW9',
        storeRefNo: 'REF-1',
      },
    });
    expect(JSON.stringify(told)).not.toMatch(/sam@nuk|sub-of-sam|timeline|createdBy/);
  });

  test('another withdrawal of a booking that was sent again', () => {
    const again = later(booked, { type: 'withdrawn', at: '2026-11-02T12:00:00.000Z', by: 'sam@nuk.example' });
    expect(eventOf({ eventId: 'stream-4', before: withdrawn, after: again })).toMatchObject({
      type: 'RepairWithdrawn',
      detail: { occurredAt: '2026-11-02T12:00:00.000Z' },
    });
  });

  test('a product that the catalogue has no more, without a code', () =>
    expect(eventOf({ eventId: 'stream-5', after: bookedRow({ product: 'no-more' }) })).toMatchObject({
      detail: { product: { key: 'no-more', code: '' } },
    }));
});

test.each([
  ['the row that a withdrawal leaves', { before: booked }],
  ['an RMA number that it assigned itself', { before: booked, after: assigned }],
  [
    'a status that it reported itself',
    {
      before: assigned,
      after: later(assigned, { type: 'status', at: '2026-11-04T08:00:00.000Z', eventId: 'e-2', status: 'received' }),
    },
  ],
  ['a repair that was brought along with its past', { after: assigned }],
])('the back office is not told of %s', (_, change) =>
  expect(eventOf({ eventId: 'stream-1', ...change })).toBeUndefined(),
);

describe('of a return the back office is told', () => {
  const returned = bookedReturn({ lines: storedLines(1000), files: ['a1'.repeat(32)] });

  test('its booking: which, of how many, and where its lines are read; who booked it is nobody else’s', () => {
    const told = eventOf({ eventId: 'stream-1', after: returned });
    expect(told).toEqual({
      type: 'ReturnBooked',
      detail: {
        version: 1,
        eventId: 'stream-1',
        occurredAt: returned.createdAt,
        region: 'nuk',
        storeId: 'UK-1',
        storeName: 'One',
        storeRefNo: 'Ret 1',
        id: returned.id,
        createdAt: returned.createdAt,
        numberOfProducts: 1000,
        key: { store: 'nuk#UK-1', reference: 'ret 1' },
      },
    });
    expect(JSON.stringify(told).length).toBeLessThan(1024);
  });

  const entry = { type: 'corrected', at: '2026-11-20T11:00:00.000Z', by: 'anna@store.example' } as const;
  const correctedReturn = newReturnRow({
    ...returned,
    lines: returned.lines.slice(1),
    version: 2,
    timeline: [...returned.timeline, { ...entry, before: returned.lines.slice(0, 1), added: [] }],
  });
  const withdrawnOne = withdrawnReturn(correctedReturn, '2026-11-20T12:00:00.000Z');

  test.each<[string, Change, RecordRow, string]>([
    ['Repair', { eventId: 'stream-3', after: withdrawn }, booked, '2026-11-02T11:00:00.000Z'],
    ['Return', { eventId: 'stream-3', after: withdrawnOne }, returned, '2026-11-20T12:00:00.000Z'],
  ])('%s: a withdrawal, with which it was and nothing more', (kind, change, row, occurredAt) => {
    const { region, storeId, storeRefNo, id } = row;
    const detail = { version: 1, eventId: 'stream-3', occurredAt, region, storeId, storeRefNo, id };
    expect(eventOf(change)).toEqual({ type: `${kind}Withdrawn`, detail });
  });

  test.each([
    ['that came too late for a withdrawn return', withdrawnOne],
    ['after a correction', correctedReturn],
    ['of its own', returned],
  ])('no RMA number %s', (_, before) => {
    const change = { before, after: withRma(before, 'UK70000001') };
    expect(eventOf({ eventId: 'stream-1', ...change })).toBeUndefined();
  });
});
