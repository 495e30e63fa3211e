import type { CalendarDate } from './dates.ts';
import { limits } from './limits.ts';

/** The rule that a purchase date breaks, of repairs and returns alike. */
export const brokenPurchaseDateRule = (
  date: CalendarDate,
  today: CalendarDate,
): 'dateTooEarly' | 'dateInFuture' | undefined => {
  if (date < limits.earliestPurchaseDate) return 'dateTooEarly';
  return date > today ? 'dateInFuture' : undefined;
};
