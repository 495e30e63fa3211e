import type { RegionId } from '#shared/config/regions.ts';
import { byRegion, regions } from '#shared/config/regions.ts';
import type { CalendarDate } from './dates.ts';
import holidays from './public-holidays.json' with { type: 'json' };

/**
 * Calendar of a region: its time zone (IANA name) and its public holidays. `isAbout` marks a calendar that merges
 * several countries.
 */
export type RegionCalendar = {
  readonly timeZone: string;
  readonly isHoliday: (date: CalendarDate) => boolean;
  readonly isApproximate: boolean;
};

/**
 * Calendars by region. A public holiday of any of the region's countries counts; years outside public-holidays.json
 * have weekends only.
 */
export const calendars: Readonly<Record<RegionId, RegionCalendar>> = byRegion((id) => {
  const { timeZone, countries } = regions[id];
  const days: ReadonlySet<string> = new Set(
    Object.entries(holidays[id]).flatMap(([year, dates]) => dates.split(' ').map((date) => `${year}-${date}`)),
  );
  return { timeZone, isHoliday: (date) => days.has(date), isApproximate: countries.length > 1 };
});
