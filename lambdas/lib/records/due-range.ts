import { limits } from '#shared/config/limits.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays } from '#shared/dates/dates.ts';
import { toDateTermPrefix } from '#shared/records/search.ts';
import type { DeadlineFilter } from '#shared/repairs/deadlines.ts';

/** Returns the bounds of the search terms that list repairs by deadline. `today` is the region's date; `~` sorts after every date. */
export const toDueRange = (due: DeadlineFilter, today: CalendarDate): readonly [from: string, to: string] => {
  switch (due) {
    case 'send':
      return [toDateTermPrefix('send'), toDateTermPrefix('send', '~')];
    case 'overdue':
      return [toDateTermPrefix('due'), toDateTermPrefix('due', today)];
    case 'today':
      return [toDateTermPrefix('due', today), toDateTermPrefix('due', addDays(today, 1))];
    case 'week':
      return [toDateTermPrefix('due', today), toDateTermPrefix('due', addDays(today, 7))];
    case 'all':
      return [toDateTermPrefix('due'), toDateTermPrefix('due', '~')];
    case 'complaint':
      return [
        toDateTermPrefix('complaint', addDays(today, -limits.complaintDays)),
        toDateTermPrefix('complaint', today),
      ];
  }
};
