import type { CalendarDate } from '#shared/dates/dates.ts';
import type { RepairSummary } from './repair.ts';

/** Task of a store about a repair with a deadline, by its last day. */
export type RepairTodo = { readonly task: 'call' | 'ask'; readonly by: CalendarDate; readonly isLate: boolean };

/**
 * Returns what it is the store's turn to do about a repair with a deadline: call the customer about a fee quote, or ask
 * the repair service about a deadline that has passed. `today` is the region's date.
 */
export const findRepairTodo = ({ next }: Pick<RepairSummary, 'next'>, today: CalendarDate): RepairTodo | undefined => {
  if (!next) return undefined;
  const { promise, by } = next;
  const isLate = by < today;
  if (promise === 'feeAnswer') return { task: 'call', by, isLate };
  return isLate ? { task: 'ask', by, isLate } : undefined;
};
