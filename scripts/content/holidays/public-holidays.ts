import Holidays from 'date-holidays';
import { createByRegion, regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { isWeekend } from '#shared/dates/dates.ts';

/**
 * Years in public-holidays.json, which start before the oldest stored booking. The file must be written again for each
 * new version of date-holidays, which may contain changes of the law.
 */
const years = { from: 2024, to: 2045 };

/**
 * Returns, in order, the days from Monday to Friday on which shops and carriers of a country (ISO 3166) are closed in
 * a year. Regional holidays are not included.
 */
export const findDaysOff = (country: string, year: number): readonly CalendarDate[] => {
  const publicDays = new Holidays(country, { types: ['public'] }).getHolidays(year);
  const bankDays = new Holidays(country, { types: ['bank'] }).getHolidays(year);
  // For Ireland, the package classifies the Monday after a public holiday on a weekend as a bank holiday.
  const substituteDays = bankDays.filter(({ substitute }) => substitute);
  const days = [...publicDays, ...substituteDays].map(({ date }) => date.slice(0, 10));
  return [...new Set(days)].filter((day) => !isWeekend(day)).toSorted();
};

/** Returns, by region and year, the days off in any of the region's countries: MM-DD, in order, separated by spaces. */
export const findPublicHolidays = () =>
  createByRegion((id) =>
    Object.fromEntries(
      Array.from({ length: years.to - years.from + 1 }, (_, index) => {
        const year = years.from + index;
        const days = new Set(regions[id].countries.flatMap((country) => findDaysOff(country, year)));
        return [
          year,
          [...days]
            .toSorted()
            .map((day) => day.slice(5))
            .join(' '),
        ];
      }),
    ),
  );
