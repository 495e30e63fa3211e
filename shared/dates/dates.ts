/** Calendar date: YYYY-MM-DD, without time and time zone. Dates can be compared as text. */
export type CalendarDate = string;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

// Formatters are cached, because creating one takes as long as verifying a token and every request needs the date.
const getDayFormat = (timeZone: string): Intl.DateTimeFormat => {
  const format =
    dayFormats.get(timeZone) ??
    // Swedish dates are in ISO 8601 format.
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dayFormats.set(timeZone, format);
  return format;
};

/** Returns the calendar date at an instant in a time zone (IANA name). */
export const toCalendarDate = (instant: Date, timeZone: string): CalendarDate =>
  getDayFormat(timeZone).format(instant).padStart('YYYY-MM-DD'.length, '0');

/** Returns the offset of a time zone from UTC at an instant. Swedish dates and times are in ISO 8601 format, except for the T. */
const computeOffsetMs = (instant: Date, timeZone: string) =>
  Date.parse(`${instant.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - instant.getTime();

/** Returns the first instant of a calendar date in a time zone (IANA name), also on days when the clocks change. */
export const startOfDay = (date: CalendarDate, timeZone: string): Date => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // On days when the clocks change, the offset at midnight in UTC may differ from that at local midnight.
  const estimate = new Date(midnight - computeOffsetMs(new Date(midnight), timeZone));
  return new Date(midnight - computeOffsetMs(estimate, timeZone));
};

/** Returns the hour (0 to 23) of the day at an instant in a time zone (IANA name). */
export const toHour = (instant: Date, timeZone: string): number =>
  new Date(instant.getTime() + computeOffsetMs(instant, timeZone)).getUTCHours();

/**
 * Returns the first instant of an hour of a calendar date in a time zone (IANA name); the hour must be after any clock
 * change of that date.
 */
export const startOfHour = (date: CalendarDate, hour: number, timeZone: string): Date => {
  const wallClockMs = Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000;
  return new Date(wallClockMs - computeOffsetMs(new Date(wallClockMs), timeZone));
};

/** Adds days, or subtracts them if negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the number of days between two dates, negative if `to` is earlier; both must exist in the calendar. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

/** Adds months; a day that the month does not have becomes its last day. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
};

/** Returns whether a date is a Saturday or a Sunday. */
export const isWeekend = (date: CalendarDate): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;

/** Adds working days, skipping Saturdays, Sundays and holidays. */
export const addWorkingDays = (date: CalendarDate, days: number, isHoliday: (date: CalendarDate) => boolean) => {
  let day = date;
  let remainingDays = days;
  while (remainingDays > 0) {
    day = addDays(day, 1);
    if (!isWeekend(day) && !isHoliday(day)) remainingDays -= 1;
  }
  return day;
};
