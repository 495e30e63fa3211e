import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import type { Rules } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import { optionalStoreChoiceRules } from '#shared/stores/stores.ts';

/**
 * Filters of every list of submitted records, in addition to region and state. Admins list the region or one of its
 * stores; staff members their own store.
 */
export const listFilter = {
  limit: field.pageSize,
  cursor: z.optional(field.cursor),
  storeId: z.optional(field.storeId),
  /** First and last day of submission, as calendar dates of the region. */
  from: z.optional(field.calendarDate),
  to: z.optional(field.calendarDate),
  /** Prefix of an RMA number, store reference, serial number or (for returns) EAN; spaces and hyphens are ignored. */
  search: z.optional(field.requiredLine(limits.text.search)),
  /** Oldest first instead of newest first; not with a search. */
  order: z.optional(z.enum(['oldest'])),
};

/** Rejects a period that ends before it starts. */
export const periodRules: Rules<Pick<typeof listFilter, 'from' | 'to'>> = ({ from, to }) =>
  from !== undefined && to !== undefined && to < from ? [{ path: 'to', rule: 'period' }] : [];

export const listFilterRules: Rules<typeof listFilter> = (input, context) => [
  ...optionalStoreChoiceRules(input, context),
  ...periodRules(input, context),
  ...(input.order !== undefined && input.search !== undefined ? [{ path: 'order', rule: 'pattern' } as const] : []),
];

/**
 * Page of a list. `cursor` is absent on the last page. If the server filters, a page may contain fewer rows than
 * requested; `read` is the number of rows examined.
 */
export const listPage = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), cursor: z.optional(field.cursor), read: z.optional(z.int()) });
