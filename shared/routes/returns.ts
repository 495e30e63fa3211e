import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { returnsAudience } from '#shared/policies.ts';
import { listFilter, listFilterRules, listPage } from '#shared/records/list.ts';
import { recordQuestion, seenRecord } from '#shared/records/record.ts';
import { returnBooking, returnBookingRules, returnLines, returnLinesRules } from '#shared/returns/booking.ts';
import { returnRecord, returnStates, returnSummary, sentSerial } from '#shared/returns/return.ts';
import { route } from '#shared/route.ts';
import { noStoreChoiceRules } from '#shared/stores.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';

const forReturns = { audience: returnsAudience, needsReturns: true } as const;

/** A thousand lines with the longest texts, as JSON. */
const bookingBytes = 600_000;

export const returns = {
  bookReturn: route({
    method: 'POST',
    path: '/returns/{region}',
    ...forReturns,
    status: 201,
    bodyBytes: bookingBytes,
    daily: 'returnLines',
    input: returnBooking,
    rules: returnBookingRules,
    output: returnRecord,
  }),
  /** Newest first; with a search, in the order of what was found. */
  listReturns: route({
    method: 'GET',
    path: '/returns/{region}',
    ...forReturns,
    input: z.strictObject({ region: field.region, ...listFilter, state: z.optional(z.enum(returnStates)) }),
    rules: listFilterRules,
    output: listPage(returnSummary),
  }),
  findReturn: route({
    method: 'GET',
    path: '/returns/{region}/return',
    ...forReturns,
    input: z.strictObject({ region: field.region, ...recordQuestion }),
    output: returnRecord,
  }),
  correctReturn: route({
    method: 'PUT',
    path: '/returns/{region}/return',
    ...forReturns,
    bodyBytes: bookingBytes,
    daily: 'returnLines',
    input: z.strictObject({ region: field.region, ...seenRecord, lines: returnLines }),
    rules: returnLinesRules,
    output: returnRecord,
  }),
  withdrawReturn: route({
    method: 'POST',
    path: '/returns/{region}/withdrawals',
    ...forReturns,
    input: z.strictObject({ region: field.region, ...seenRecord }),
    output: returnRecord,
  }),
  /** Which of these serial numbers the store has sent back before: worth a question, never refused. */
  findSerialNumbers: route({
    method: 'POST',
    path: '/returns/{region}/serial-numbers',
    ...forReturns,
    input: z.strictObject({
      region: field.region,
      storeId: z.optional(field.storeId),
      serialNumbers: z
        .array(serialNumberField.check(z.minLength(1)))
        .check(z.minLength(1), z.maxLength(limits.serialNumbersPerQuestion)),
    }),
    rules: noStoreChoiceRules,
    output: z.object({ items: z.array(sentSerial) }),
  }),
} as const;
