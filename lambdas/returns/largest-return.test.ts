import { expect, test } from '@jest/globals';
import { itemBytes, mostItemBytes } from '#lambdas/records/return.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import { limits } from '#shared/limits.ts';
import { returnBooking } from '#shared/returns/booking.ts';
import { returnLimits } from '#shared/returns/limits.ts';

const bytes = (text: string) => Buffer.byteLength(text);

const longest = returnItems.toSorted((one, other) => other.key.length - one.key.length)[0];

test('the largest return that can be booked is one item of DynamoDB, with room for what happens to it', () => {
  const { length, bytes: most } = returnLimits.productDescription;
  // As many characters as go, of as many bytes as go.
  const productDescription = 'é'.repeat(most - length) + 'x'.repeat(length - (most - length));
  const line = {
    product: longest?.key,
    ean: longest?.ean,
    productDescription,
    purchaseDate: '2026-11-01',
    returnDate: '2026-11-21',
  };
  const booking = returnBooking.parse({
    region: 'ndach',
    id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
    storeId: 'S'.repeat(limits.text.storeId),
    storeRefNo: '任'.repeat(limits.text.storeRefNo),
    files: Array.from({ length: limits.filesPerReturn }, () => '0'.repeat(64)),
    lines: Array.from({ length: returnLimits.lines }, (_, index) => ({
      ...line,
      serialNumber: String(index).padStart(limits.text.serialNumber, 'X'),
    })),
  });
  expect(bytes(booking.lines[0]?.productDescription ?? '')).toBe(most);

  // A catalogue may come with longer keys than today's.
  const spare = returnLimits.lines * (limits.text.catalogueKey - (longest?.key.length ?? 0));
  const size = itemBytes(booking) + spare;
  expect(size).toBeGreaterThan(300_000);
  expect(size).toBeLessThan(mostItemBytes - 24 * 1024);
});
