import { useSyncExternalStore } from 'react';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { usePlace } from './place.ts';

const subscribe = (checkDate: () => void) => {
  const timer = setInterval(checkDate, 60_000);
  // Timers stop while a computer sleeps.
  addEventListener('focus', checkDate);
  document.addEventListener('visibilitychange', checkDate);
  return () => {
    clearInterval(timer);
    removeEventListener('focus', checkDate);
    document.removeEventListener('visibilitychange', checkDate);
  };
};

/**
 * Returns the current date in the region's time zone. A page that stays open past midnight gets the new date within a
 * minute, or when it regains focus.
 */
export const useToday = (): CalendarDate => {
  const { timeZone } = regions[usePlace().region];
  const readToday = () => toCalendarDate(new Date(), timeZone);
  return useSyncExternalStore(subscribe, readToday, readToday);
};
