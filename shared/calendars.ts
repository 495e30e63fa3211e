import type { CalendarDate } from './dates.ts';
import holidays from './public-holidays.json' with { type: 'json' };
import type { RegionId } from './regions.ts';
import { byRegion, regions } from './regions.ts';

/** A region's calendar: its time zone (IANA name), and its public holidays, of several countries when `isAbout`. */
export type RegionCalendar = {
  readonly timeZone: string;
  readonly isHoliday: (date: CalendarDate) => boolean;
  readonly isAbout: boolean;
};

/** A public holiday of any of the region's countries is a holiday of the region. Beyond public-holidays.json only weekends are free. */
export const calendars: Readonly<Record<RegionId, RegionCalendar>> = byRegion((id) => {
  const { timeZone, countries } = regions[id];
  const days: ReadonlySet<string> = new Set(
    Object.entries(holidays[id]).flatMap(([year, dates]) => dates.split(' ').map((date) => `${year}-${date}`)),
  );
  return { timeZone, isHoliday: (date) => days.has(date), isAbout: countries.length > 1 };
});
