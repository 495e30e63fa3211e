import { limits } from '#shared/config/limits.ts';
import type { RegionCalendar } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays, addWorkingDays } from '#shared/dates/dates.ts';

type WorkingDays = Pick<RegionCalendar, 'isHoliday'>;

/**
 * Returns the deadline of the RMA number of a record booked on a day. It is based on the provider's usual time, because
 * the terms of service state none.
 */
export const calculateRmaDeadline = (bookedOn: CalendarDate, { isHoliday }: WorkingDays): CalendarDate =>
  addWorkingDays(bookedOn, limits.home.usualRmaWorkingDays, isHoliday);

/** Returns the latest booking day whose RMA number is overdue. */
export const findLastOverdueBookingDay = (today: CalendarDate, calendar: WorkingDays): CalendarDate => {
  let day = addDays(today, -1);
  while (calculateRmaDeadline(day, calendar) >= today) day = addDays(day, -1);
  return day;
};
