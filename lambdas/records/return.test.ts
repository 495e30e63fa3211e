import { expect, test } from '@jest/globals';
import { bookedReturn, storedLines } from '#lambdas/testing/return-row.ts';
import { limits } from '#shared/limits.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import { returnTimelineEntries } from '#shared/returns/return.ts';
import { itemBytes, mostItemBytes } from './return.ts';

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
