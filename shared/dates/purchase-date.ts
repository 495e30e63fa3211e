import { limits } from '#shared/config/limits.ts';
import type { CalendarDate } from './dates.ts';

/** Returns the rule that the purchase date of a repair or a return violates. */
export const findBrokenPurchaseDateRule = (
  date: CalendarDate,
  today: CalendarDate,
): 'dateTooEarly' | 'dateInFuture' | undefined => {
  if (date < limits.earliestPurchaseDate) return 'dateTooEarly';
  return date > today ? 'dateInFuture' : undefined;
};
