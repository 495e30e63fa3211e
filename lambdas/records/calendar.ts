import holidays from '#shared/public-holidays.json' with { type: 'json' };
import type { RegionId } from '#shared/regions.ts';
import { byRegion, regions } from '#shared/regions.ts';
import type { RegionCalendar } from '#shared/repairs/promises.ts';

/**
 * The calendars of the regions. A day is a holiday where it is one in all of a country, in any of the region's countries. Beyond the years
 * of public-holidays.json (`npm run holidays`) only weekends are free.
 */
export const calendars: Readonly<Record<RegionId, RegionCalendar>> = byRegion((id) => {
  const { timeZone, countries } = regions[id];
  const days: ReadonlySet<string> = new Set(
    Object.entries(holidays[id]).flatMap(([year, of]) => of.split(' ').map((day) => `${year}-${day}`)),
  );
  return { timeZone, isHoliday: (date) => days.has(date), isAbout: countries.length > 1 };
});
