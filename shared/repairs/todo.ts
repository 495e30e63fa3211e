import type { CalendarDate } from '#shared/dates/dates.ts';
import type { RepairSummary } from './repair.ts';

/** Task of a store about a repair with a deadline. `by` is the last day of the deadline. */
export type RepairTodo = { readonly task: 'call' | 'ask'; readonly by: CalendarDate; readonly isLate: boolean };

/**
 * Returns the store's task for a repair with a deadline: calling the customer about a fee quote, or asking the repair
 * service about a deadline that has passed. `today` is the region's date.
 */
export const findRepairTodo = ({ next }: Pick<RepairSummary, 'next'>, today: CalendarDate): RepairTodo | undefined => {
  if (!next) return undefined;
  const { promise, by } = next;
  const isLate = by < today;
  if (promise === 'feeAnswer') return { task: 'call', by, isLate };
  return isLate ? { task: 'ask', by, isLate } : undefined;
};
