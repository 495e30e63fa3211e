import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion, regions } from '#shared/config/regions.ts';
import type { CalendarDate } from './dates.ts';
import holidays from './public-holidays.json' with { type: 'json' };

/**
 * Calendar of a region: its time zone (IANA name) and its public holidays. `isApproximate` marks a calendar that merges
 * the holidays of several countries.
 */
export type RegionCalendar = {
  readonly timeZone: string;
  readonly isHoliday: (date: CalendarDate) => boolean;
  readonly isApproximate: boolean;
};

/**
 * Calendars by region. A public holiday of any of the region's countries is one of the region. Years that
 * public-holidays.json does not contain have no holidays.
 */
export const calendars: Readonly<Record<RegionId, RegionCalendar>> = createByRegion((id) => {
  const { timeZone, countries } = regions[id];
  const days: ReadonlySet<string> = new Set(
    Object.entries(holidays[id]).flatMap(([year, dates]) => dates.split(' ').map((date) => `${year}-${date}`)),
  );
  return { timeZone, isHoliday: (date) => days.has(date), isApproximate: countries.length > 1 };
});
