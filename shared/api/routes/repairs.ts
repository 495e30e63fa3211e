import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { repairsAudience } from '#shared/api/policies.ts';
import { preloadedPaths } from '#shared/api/preloaded-paths.ts';
import type { Rules } from '#shared/api/route.ts';
import { route } from '#shared/api/route.ts';
import { device } from '#shared/records/device.ts';
import { listFilter, listFilterRules, listPage } from '#shared/records/list.ts';
import { recordQuery, recordVersion } from '#shared/records/record.ts';
import { repairContent, repairContentRules } from '#shared/repairs/content.ts';
import { deadlineFilters } from '#shared/repairs/deadlines.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { repair, repairBooking, repairBookingRules, repairSummary } from '#shared/repairs/repair.ts';
import { optionalStoreChoiceRules } from '#shared/stores/stores.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';

const repairsFilter = z.strictObject({
  region: field.region,
  ...listFilter,
  state: z.optional(z.enum(repairStates)),
  /** Filters by deadline, earliest first; cannot be combined with a state, a period, a search or an order. */
  due: z.optional(z.enum(deadlineFilters)),
});

const repairsFilterRules: Rules<typeof repairsFilter.shape> = (input, context) => [
  ...listFilterRules(input, context),
  ...(input.due !== undefined &&
  [input.state, input.from, input.to, input.search, input.order].some((value) => value !== undefined)
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
  /**
   * Lists repairs, by default newest first; `order` reverses this. A search lists them by search term, `due` by
   * deadline.
   */
  listRepairs: route({
    method: 'GET',
    path: preloadedPaths.listRepairs,
    audience: repairsAudience,
    input: repairsFilter,
    rules: repairsFilterRules,
    output: listPage(repairSummary),
  }),
  /**
   * Lists records with a serial number: of the caller's store, or of the region for admins. Includes returns only if
   * the caller may view them.
   */
  findDevice: route({
    method: 'GET',
    path: '/repairs/{region}/device',
    audience: repairsAudience,
    input: z.strictObject({
      region: field.region,
      storeId: z.optional(field.storeId),
      serialNumber: serialNumberField.check(z.minLength(1)),
    }),
    rules: optionalStoreChoiceRules,
    output: device,
  }),
  findRepair: route({
    method: 'GET',
    path: preloadedPaths.findRepair,
    audience: repairsAudience,
    input: z.strictObject({ region: field.region, ...recordQuery }),
    output: repair,
  }),
  correctRepair: route({
    method: 'PUT',
    path: '/repairs/{region}/repair',
    audience: repairsAudience,
    daily: 'repairs',
    input: z.strictObject({ region: field.region, ...recordVersion, ...repairContent }),
    rules: repairContentRules,
    output: repair,
  }),
  withdrawRepair: route({
    method: 'POST',
    path: '/repairs/{region}/withdrawals',
    audience: repairsAudience,
    input: z.strictObject({ region: field.region, ...recordVersion }),
    output: repair,
  }),
} as const;
