import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { repairsAudience } from '#shared/policies.ts';
import { device } from '#shared/records/device.ts';
import { listFilter, listFilterRules, listPage } from '#shared/records/list.ts';
import { recordQuestion, seenRecord } from '#shared/records/record.ts';
import { repairContent, repairContentRules } from '#shared/repairs/content.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { dueFilters } from '#shared/repairs/promises.ts';
import { repair, repairBooking, repairBookingRules, repairSummary } from '#shared/repairs/repair.ts';
import type { Rules } from '#shared/route.ts';
import { route } from '#shared/route.ts';
import { noStoreChoiceRules } from '#shared/stores.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';

const repairsFilter = z.strictObject({
  region: field.region,
  ...listFilter,
  state: z.optional(z.enum(repairStates)),
  /** Of what is due, soonest first; not together with a state, a period or a search. */
  due: z.optional(z.enum(dueFilters)),
});

const repairsFilterRules: Rules<typeof repairsFilter.shape> = (input, context) => [
  ...listFilterRules(input, context),
  ...(input.due !== undefined && [input.state, input.from, input.to, input.search].some((other) => other !== undefined)
    ? [{ path: 'due', rule: 'pattern' } as const]
    : []),
];

export const repairs = {
  bookRepair: route({
    method: 'POST',
    path: '/repairs/{region}',
    audience: repairsAudience,
    status: 201,
    daily: 'repairs',
    input: repairBooking,
    rules: repairBookingRules,
    output: repair,
  }),
  /** Newest first; with a search, in the order of what was found; of what is due, soonest first. */
  listRepairs: route({
    method: 'GET',
    path: '/repairs/{region}',
    audience: repairsAudience,
    input: repairsFilter,
    rules: repairsFilterRules,
    output: listPage(repairSummary),
  }),
  /** What has been booked under one serial number: by the store, or in the region (admins). Returns only for those who may see them. */
  findDevice: route({
    method: 'GET',
    path: '/repairs/{region}/device',
    audience: repairsAudience,
    input: z.strictObject({
      region: field.region,
      storeId: z.optional(field.storeId),
      serialNumber: serialNumberField.check(z.minLength(1)),
    }),
    rules: noStoreChoiceRules,
    output: device,
  }),
  findRepair: route({
    method: 'GET',
    path: '/repairs/{region}/repair',
    audience: repairsAudience,
    input: z.strictObject({ region: field.region, ...recordQuestion }),
    output: repair,
  }),
  correctRepair: route({
    method: 'PUT',
    path: '/repairs/{region}/repair',
    audience: repairsAudience,
    daily: 'repairs',
    input: z.strictObject({ region: field.region, ...seenRecord, ...repairContent }),
    rules: repairContentRules,
    output: repair,
  }),
  withdrawRepair: route({
    method: 'POST',
    path: '/repairs/{region}/withdrawals',
    audience: repairsAudience,
    input: z.strictObject({ region: field.region, ...seenRecord }),
    output: repair,
  }),
} as const;
