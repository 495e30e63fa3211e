import { useCallback, useSyncExternalStore } from 'react';
import { addDays, calendarDate, startOfDay } from '#shared/dates.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from './place.ts';

/** The day in the region's calendar: a page that is open over midnight gets the new one, at the latest when it is looked at again. */
export const useToday = (): CalendarDate => {
  const { timeZone } = regions[usePlace().region];
  const today = () => calendarDate(new Date(), timeZone);
  const subscribe = useCallback(
    (onNewDay: () => void) => {
      let timer: ReturnType<typeof setTimeout>;
      const waitForMidnight = () => {
        const tomorrow = addDays(calendarDate(new Date(), timeZone), 1);
        timer = setTimeout(
          () => {
            onNewDay();
            waitForMidnight();
          },
          startOfDay(tomorrow, timeZone).getTime() - Date.now(),
        );
      };
      waitForMidnight();
      // While a computer sleeps, its timers do too.
      addEventListener('focus', onNewDay);
      document.addEventListener('visibilitychange', onNewDay);
      return () => {
        clearTimeout(timer);
        removeEventListener('focus', onNewDay);
        document.removeEventListener('visibilitychange', onNewDay);
      };
    },
    [timeZone],
  );
  return useSyncExternalStore(subscribe, today);
};
