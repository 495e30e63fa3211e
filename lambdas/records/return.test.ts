import { describe, expect, test } from '@jest/globals';
import { itemBytes, mostItemBytes } from '#lambdas/aws/item-size.ts';
import { bookedReturn, storedLines, withRma } from '#lambdas/testing/return-row.ts';
import { limits } from '#shared/limits.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import { returnTimelineEntries } from '#shared/returns/return.ts';
import { newReturnRow } from './return.ts';

describe('a row of the returns table', () => {
  test('booked is found by its store, its reference and its time, and waits for its RMA', () =>
    expect(bookedReturn({ storeRefNo: ' Straße 1' })).toMatchObject({
      store: 'nuk#UK-1',
      reference: 'strasse 1',
      storeRefNo: ' Straße 1',
      rma: null,
      state: 'submitted',
      stateAt: 'submitted#2026-11-20T10:00:00.000Z',
    }));

  test('with an RMA waits no more', () => {
    const row = withRma(bookedReturn(), 'UK70000001');
    expect(row).toMatchObject({
      rma: 'UK70000001',
      state: 'registered',
      stateAt: 'registered#2026-11-20T10:00:00.000Z',
      version: 2,
    });
  });

  test('counts its lines, and names the products that it has most of', () =>
    expect(bookedReturn({ lines: storedLines(5) })).toMatchObject({
      products: ['game-b', 'console-a'],
      kindsOfProducts: 2,
      numberOfProducts: 5,
    }));

  test('takes nothing over that a row does not have, and no key that somebody made up', () => {
    const madeUp = {
      store: 'nfr#FR-1',
      reference: 'other',
      rma: 'MINE',
      state: 'registered',
      numberOfProducts: 0,
      groups: ['admin'],
    };
    const made = newReturnRow({ ...bookedReturn(), ...madeUp });
    expect(made).toEqual(bookedReturn());
    expect(made).not.toHaveProperty('groups');
  });
});

test('the largest row there can be is one item of DynamoDB, after all that may happen to it', () => {
  const wide = (length: number) => '任'.repeat(length);
  const line = {
    product: 'p'.repeat(limits.text.catalogueKey),
    productDescription: 'd'.repeat(returnLimits.productDescription.bytes),
    serialNumber: 'X'.repeat(limits.text.serialNumber),
  };
  const at = '2026-11-21T08:00:00.000Z';
  const assigned = Array.from({ length: returnTimelineEntries - 1 }, (_, index): ReturnEntry => ({
    type: 'rmaAssigned',
    at,
    eventId: `${wide(97)}${100 + index}`,
    rma: wide(limits.text.rma),
  }));
  const row = bookedReturn({
    storeId: 'S'.repeat(limits.text.storeId),
    storeName: wide(limits.text.storeName),
    storeRefNo: wide(limits.text.storeRefNo),
    files: Array.from({ length: limits.filesPerReturn }, () => '0'.repeat(64)),
    lines: storedLines(returnLimits.lines, line),
    timeline: [{ type: 'booked', at, by: 'a'.repeat(limits.text.email) }, ...assigned],
  });
  const size = itemBytes(row);
  expect(size).toBeGreaterThan(390_000);
  expect(size).toBeLessThan(mostItemBytes);
});
