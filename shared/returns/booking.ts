import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import type { Rules } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import { storeChoiceRules } from '#shared/stores/stores.ts';
import { returnLimits } from './limits.ts';
import { returnLine, returnLineRules } from './line.ts';

/** Lines of a return, which a store may correct while it is pending. */
export const returnLines = z.array(returnLine).check(z.minLength(1), z.maxLength(returnLimits.lines));

/**
 * Booking of a return by a store. `id` is the idempotency key, which the browser creates when the form opens, so that
 * a retry is not a second booking.
 */
export const returnBooking = z.strictObject({
  region: field.region,
  id: z.uuid(),
  /** Store for which an admin books; staff members book for their own store. */
  storeId: z.optional(field.storeId),
  storeRefNo: field.storeRefNo,
  /** Hashes of the files that the lines came from, as returned by readReturnFile. */
  files: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))).check(z.maxLength(limits.filesPerReturn)),
  /** Store for which the files were read; their lines cannot be booked for another store. */
  filesStoreId: z.optional(field.storeId),
  lines: returnLines,
});

/**
 * Returns the index of each line whose serial number occurs in an earlier line, and the index of the first such line
 * (`first`).
 */
export const findRepeatedSerials = (lines: readonly { readonly serialNumber: string }[]) => {
  const firstIndexBySerial = new Map<string, number>();
  return lines.flatMap(({ serialNumber }, index) => {
    const first = firstIndexBySerial.get(serialNumber);
    if (first === undefined) firstIndexBySerial.set(serialNumber, index);
    return first === undefined || serialNumber === '' ? [] : [{ index, first }];
  });
};

/** Validates dates, return period and serial number of each line; paths have the form `lines.0.serialNumber`. */
export const returnLinesRules: Rules<{ readonly lines: typeof returnLines }> = ({ lines = [] }, context) => [
  ...lines.flatMap((line, index) =>
    returnLineRules(line, context).map((problem) => ({ ...problem, path: `lines.${index}.${problem.path}` })),
  ),
  ...findRepeatedSerials(lines).map(
    ({ index }) => ({ path: `lines.${index}.serialNumber`, rule: 'serialNumberTwice' }) as const,
  ),
];

/** Validates the store, as for repairs, and the lines. */
export const returnBookingRules: Rules<typeof returnBooking.shape> = (input, context) => [
  ...storeChoiceRules(input, context),
  ...returnLinesRules(input, context),
];
