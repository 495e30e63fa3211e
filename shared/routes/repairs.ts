import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { repairsAudience } from '#shared/policies.ts';
import { repairBooking, repairBookingRules } from '#shared/repairs/booking.ts';
import { repair } from '#shared/repairs/repair.ts';
import { route } from '#shared/route.ts';

export const repairs = {
  bookRepair: route({
    method: 'POST',
    path: '/repairs/{region}',
    audience: repairsAudience,
    status: 201,
    input: repairBooking,
    rules: repairBookingRules,
    output: repair,
  }),
  listRepairs: route({
    method: 'GET',
    path: '/repairs/{region}',
    audience: repairsAudience,
    input: z.strictObject({
      region: field.region,
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(Math.max(...limits.page.sizes))), limits.page.default),
      cursor: z.optional(field.cursor),
    }),
    output: z.object({
      items: z.array(repair),
      /** Absent on the last page. */
      cursor: z.optional(field.cursor),
    }),
  }),
} as const;
