import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { storeSchema } from '#shared/stores/stores.ts';

/** Periods of the overview, which consist of whole months and end today. */
export const periods = ['thisYear', 'last12Months', 'last3Months'] as const;
export type Period = (typeof periods)[number];

/** Bookings of a week, and of the week 52 weeks before. `count` is absent if the week has not started. */
const week = z.object({ monday: field.calendarDate, count: z.optional(z.int()), countBefore: z.int() });
export type Week = z.output<typeof week>;

const namedCount = z.object({ key: z.string(), count: z.int() });
export type NamedCount = z.output<typeof namedCount>;

/** Number of open repairs in a state, and of those that have missed a deadline (`late`). */
const openState = z.object({ state: z.enum(repairStates), count: z.int(), late: z.int() });
export type OpenState = z.output<typeof openState>;

/** Days within which half of the repairs (median) and nine of ten (90th percentile) were done, and their number. */
const spread = z.object({ half: z.int(), nineOfTen: z.int(), count: z.int() });
export type Spread = z.output<typeof spread>;

/**
 * Measured intervals: from the booking to the RMA number, to the receipt and to the dispatch; and from the receipt to
 * the dispatch, without days of waiting for the customer.
 */
export const intervals = ['rma', 'receipt', 'dispatch', 'repair'] as const;
export type Interval = (typeof intervals)[number];

const turnaround = z.object({
  rma: z.optional(spread),
  receipt: z.optional(spread),
  dispatch: z.optional(spread),
  repair: z.optional(spread),
});
export type Turnaround = z.output<typeof turnaround>;

/** `month` has the form YYYY-MM. */
const turnaroundMonth = z.extend(turnaround, { month: z.string() });
export type TurnaroundMonth = z.output<typeof turnaroundMonth>;

/** Repairs of a period, and all repairs that are open today. */
const repairsOverview = z.object({
  weeks: z.array(week),
  open: z.array(openState),
  /** Most frequent first. */
  products: z.array(namedCount),
  issues: z.array(namedCount),
  turnaround: z.object({ total: turnaround, months: z.array(turnaroundMonth) }),
  returnedUnrepaired: z.int(),
});
export type RepairsOverview = z.output<typeof repairsOverview>;

/** Records booked by a store in a period, and its repairs that are open today; `late` ones have missed a deadline. */
const storeFigures = z.extend(storeSchema, {
  repairs: z.int(),
  returns: z.int(),
  open: z.int(),
  late: z.int(),
  /** From the receipt to the dispatch. */
  repair: z.optional(spread),
});
export type StoreFigures = z.output<typeof storeFigures>;

export const overview = z.object({
  today: field.calendarDate,
  repairs: z.optional(repairsOverview),
  returns: z.optional(z.object({ weeks: z.array(week) })),
  /** All stores of the region; absent in the overview of a single store. */
  stores: z.optional(z.array(storeFigures)),
});
export type Overview = z.output<typeof overview>;
