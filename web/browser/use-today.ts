import { useSyncExternalStore } from 'react';
import { calendarDate } from '#shared/dates.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from './place.ts';

const subscribe = (onNewDay: () => void) => {
  const timer = setInterval(onNewDay, 60_000);
  // While a computer sleeps, its timers do too.
  addEventListener('focus', onNewDay);
  document.addEventListener('visibilitychange', onNewDay);
  return () => {
    clearInterval(timer);
    removeEventListener('focus', onNewDay);
    document.removeEventListener('visibilitychange', onNewDay);
  };
};

/** The day in the region's calendar: a page that is open over midnight gets the new one within a minute, or when it is looked at again. */
export const useToday = (): CalendarDate => {
  const { timeZone } = regions[usePlace().region];
  return useSyncExternalStore(subscribe, () => calendarDate(new Date(), timeZone));
};
