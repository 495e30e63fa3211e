import { limits } from '#shared/config/limits.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays } from '#shared/dates/dates.ts';
import { dateTermPrefix } from '#shared/records/search.ts';
import type { DeadlineFilter } from '#shared/repairs/deadlines.ts';

/** Returns the bounds of the search terms that list repairs by deadline. `today` is the region's date; `~` sorts after every date. */
export const toDueRange = (due: DeadlineFilter, today: CalendarDate): readonly [from: string, to: string] => {
  switch (due) {
    case 'send':
      return [dateTermPrefix('send'), dateTermPrefix('send', '~')];
    case 'overdue':
      return [dateTermPrefix('due'), dateTermPrefix('due', today)];
    case 'today':
      return [dateTermPrefix('due', today), dateTermPrefix('due', addDays(today, 1))];
    case 'week':
      return [dateTermPrefix('due', today), dateTermPrefix('due', addDays(today, 7))];
    case 'all':
      return [dateTermPrefix('due'), dateTermPrefix('due', '~')];
    case 'complaint':
      return [dateTermPrefix('complaint', addDays(today, -limits.complaintDays)), dateTermPrefix('complaint', today)];
  }
};
