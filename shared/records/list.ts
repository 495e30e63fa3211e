import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { Rules } from '#shared/route.ts';
import { noStoreChoiceRules } from '#shared/stores.ts';

/** What every list of submitted records can be asked, beside its region and state. Admins see the region, or one store of it; staff their own. */
export const listFilter = {
  limit: field.pageSize,
  cursor: z.optional(field.cursor),
  storeId: z.optional(field.storeId),
  /** First and last day of submission, in the region's calendar. */
  from: z.optional(field.calendarDate),
  to: z.optional(field.calendarDate),
  /** How an RMA number, a store reference, a serial number or (of returns) an EAN begins, whatever blanks and hyphens it is written with. */
  search: z.optional(field.requiredLine(limits.text.search)),
};

/** A period ends no earlier than it begins. */
export const periodRules: Rules<Pick<typeof listFilter, 'from' | 'to'>> = ({ from, to }) =>
  from !== undefined && to !== undefined && to < from ? [{ path: 'to', rule: 'period' }] : [];

export const listFilterRules: Rules<typeof listFilter> = (input, context) => [
  ...noStoreChoiceRules(input, context),
  ...periodRules(input, context),
];

/** No cursor on the last page. Where the server filters, a page may hold fewer rows; `read`: how many it went through. */
export const listPage = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), cursor: z.optional(field.cursor), read: z.optional(z.int()) });
