import Holidays from 'date-holidays';
import type { CalendarDate } from '#shared/dates.ts';
import { isWeekend } from '#shared/dates.ts';
import { byRegion, regions } from '#shared/regions.ts';

/** From before the first booking that is still kept. A law of tomorrow comes with a new version of the package. */
const years = { from: 2024, to: 2045 };

/** Returns the days from Monday to Friday on which shops and carriers of a country (ISO 3166) do not work in a year, in order. Holidays of only some of its parts do not count. */
export const daysOffIn = (country: string, year: number): readonly CalendarDate[] => {
  const publicDays = new Holidays(country, { types: ['public'] }).getHolidays(year);
  const bankDays = new Holidays(country, { types: ['bank'] }).getHolidays(year);
  // In Ireland the package calls the Monday after a public holiday on a weekend a bank holiday.
  const substitutes = bankDays.filter(({ substitute }) => substitute);
  const days = [...publicDays, ...substitutes].map(({ date }) => date.slice(0, 10));
  return [...new Set(days)].filter((day) => !isWeekend(day)).toSorted();
};

/** The days off in any of each region's countries: by year, in order, as MM-DD with spaces between them. */
export const publicHolidays = () =>
  byRegion((id) =>
    Object.fromEntries(
      Array.from({ length: years.to - years.from + 1 }, (_, index) => {
        const year = years.from + index;
        const days = new Set(regions[id].countries.flatMap((country) => daysOffIn(country, year)));
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
