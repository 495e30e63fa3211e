/** A calendar date of business: YYYY-MM-DD, no time and no zone. Two of them compare as text. */
export type CalendarDate = string;

/** The calendar date at an instant in a time zone (IANA name). */
export const calendarDate = (instant: Date, timeZone: string): CalendarDate => {
  const part = (type: 'year' | 'month' | 'day') =>
    parts.find((found) => found.type === type)?.value ?? '';
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(instant);
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
};
