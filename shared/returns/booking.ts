import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { Rules } from '#shared/route.ts';
import { storeChoiceRules } from '#shared/stores.ts';
import { returnLimits } from './limits.ts';
import { returnLine, returnLineRules } from './line.ts';

/** What a return says, and a store may correct while it is pending. */
export const returnLines = z.array(returnLine).check(z.minLength(1), z.maxLength(returnLimits.lines));

/** A return as a store books it. `id` is the idempotency key that the browser makes when the form opens: it tells a repeated request from a second booking. */
export const returnBooking = z.strictObject({
  region: field.region,
  id: z.uuid(),
  /** The store an admin books for; staff book for their own. */
  storeId: z.optional(field.storeId),
  storeRefNo: field.storeRefNo,
  /** Hashes of the files that lines came from, as readReturnFile answered them. */
  files: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))).check(z.maxLength(limits.filesPerReturn)),
  /** The store that the files were read for: what they brought is booked for no other. */
  filesStoreId: z.optional(field.storeId),
  lines: returnLines,
});

/** Each line whose serial number stands further up already, and where: indexes into the lines. */
export const repeatedSerials = (lines: readonly { readonly serialNumber: string }[]) => {
  const firstOf = new Map<string, number>();
  return lines.flatMap(({ serialNumber }, index) => {
    const first = firstOf.get(serialNumber);
    if (first === undefined) firstOf.set(serialNumber, index);
    return first === undefined || serialNumber === '' ? [] : [{ index, first }];
  });
};

/** Each line's dates, period and serial number; paths are `lines.0.serialNumber`. */
export const returnLinesRules: Rules<{ readonly lines: typeof returnLines }> = ({ lines = [] }, context) => [
  ...lines.flatMap((line, index) =>
    returnLineRules(line, context).map((problem) => ({ ...problem, path: `lines.${index}.${problem.path}` })),
  ),
  ...repeatedSerials(lines).map(
    ({ index }) => ({ path: `lines.${index}.serialNumber`, rule: 'serialNumberTwice' }) as const,
  ),
];

/** The store as for repairs, and the lines. */
export const returnBookingRules: Rules<typeof returnBooking.shape> = (input, context) => [
  ...storeChoiceRules(input, context),
  ...returnLinesRules(input, context),
];
