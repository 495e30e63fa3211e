import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';

/** Reasons why the portal stops a user's daily email: an email bounced, or was reported as spam. */
export const stopReasons = ['bounce', 'complaint'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Store that an admin has chosen; staff members get the email of their own store. */
const chosenStore = { storeId: z.optional(z.string()) };

/** State of a user's daily email. `at` is the instant at which the portal stopped it. */
export const dailyEmail = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('on'), ...chosenStore }),
  z.object({ state: z.literal('stopped'), reason: z.enum(stopReasons), at: field.instant, ...chosenStore }),
]);
export type DailyEmail = z.output<typeof dailyEmail>;
