import Holidays from 'date-holidays';
import { isWeekend } from '#shared/dates.ts';
import { byRegion, regions } from '#shared/regions.ts';

/** From before the first booking that is still kept. A law of tomorrow comes with a new version of the package. */
const years = { from: 2024, to: 2045 };

/** The public holidays of each region's countries that fall on a day from Monday to Friday: by year, in order, as MM-DD with spaces between them. */
export const publicHolidays = () =>
  byRegion((id) => {
    const calendars = regions[id].countries.map((country) => new Holidays(country, { types: ['public'] }));
    return Object.fromEntries(
      Array.from({ length: years.to - years.from + 1 }, (_, index) => {
        const year = years.from + index;
        const days = calendars.flatMap((calendar) => calendar.getHolidays(year).map(({ date }) => date.slice(0, 10)));
        const free = [...new Set(days)].filter((day) => !isWeekend(day)).toSorted();
        return [year, free.map((day) => day.slice(5)).join(' ')];
      }),
    );
  });
