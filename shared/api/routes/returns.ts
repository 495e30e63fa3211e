import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { returnsAudience } from '#shared/api/policies.ts';
import { preloadedPaths } from '#shared/api/preloaded-paths.ts';
import { route } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import { listFilter, listFilterRules, listPage } from '#shared/records/list.ts';
import { recordQuery, recordVersion } from '#shared/records/record.ts';
import { returnBooking, returnBookingRules, returnLines, returnLinesRules } from '#shared/returns/booking.ts';
import { returnRecord, returnStates, returnSummary, earlierReturn } from '#shared/returns/return.ts';
import { optionalStoreChoiceRules } from '#shared/stores/stores.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';

const returnsAccess = { audience: returnsAudience, needsReturns: true } as const;

/** Size in bytes of a thousand lines with the longest texts, as JSON. */
const bookingBytes = 600_000;

export const returns = {
  bookReturn: route({
    method: 'POST',
    path: '/returns/{region}',
    ...returnsAccess,
    status: 201,
    bodyBytes: bookingBytes,
    daily: 'returnLines',
    input: returnBooking,
    rules: returnBookingRules,
    output: returnRecord,
  }),
  /** Lists returns, by default newest first; `order` reverses this. A search lists them by search term. */
  listReturns: route({
    method: 'GET',
    path: preloadedPaths.listReturns,
    ...returnsAccess,
    input: z.strictObject({ region: field.region, ...listFilter, state: z.optional(z.enum(returnStates)) }),
    rules: listFilterRules,
    output: listPage(returnSummary),
  }),
  findReturn: route({
    method: 'GET',
    path: preloadedPaths.findReturn,
    ...returnsAccess,
    input: z.strictObject({ region: field.region, ...recordQuery }),
    output: returnRecord,
  }),
  correctReturn: route({
    method: 'PUT',
    path: '/returns/{region}/return',
    ...returnsAccess,
    bodyBytes: bookingBytes,
    daily: 'returnLines',
    input: z.strictObject({ region: field.region, ...recordVersion, lines: returnLines }),
    rules: returnLinesRules,
    output: returnRecord,
  }),
  withdrawReturn: route({
    method: 'POST',
    path: '/returns/{region}/withdrawals',
    ...returnsAccess,
    input: z.strictObject({ region: field.region, ...recordVersion }),
    output: returnRecord,
  }),
  /**
   * Finds earlier returns of the store with these serial numbers. The page asks the user about them; bookings with them
   * are not rejected.
   */
  findSerialNumbers: route({
    method: 'POST',
    path: '/returns/{region}/serial-numbers',
    ...returnsAccess,
    input: z.strictObject({
      region: field.region,
      storeId: z.optional(field.storeId),
      serialNumbers: z
        .array(serialNumberField.check(z.minLength(1)))
        .check(z.minLength(1), z.maxLength(limits.serialNumbersPerLookup)),
    }),
    rules: optionalStoreChoiceRules,
    output: z.object({ items: z.array(earlierReturn) }),
  }),
} as const;
