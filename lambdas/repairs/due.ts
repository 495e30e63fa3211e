import { badCursor, searchCursor } from '#lambdas/records/cursor.ts';
import type { ListQuery } from '#lambdas/records/list-query.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import type { SearchIndex } from '#lambdas/records/search.ts';
import { byBytes } from '#lambdas/records/search.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { addDays } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import { fromDate, searchOwner } from '#shared/records/search.ts';
import type { RepairState } from '#shared/repairs/lifecycle.ts';
import type { DueFilter } from '#shared/repairs/promises.ts';

/** The terms of the search table between which what is asked for stands; no term is a bound itself. */
const termsOf = (due: DueFilter, today: CalendarDate): readonly [from: string, to: string] => {
  switch (due) {
    case 'overdue':
      return [fromDate('due'), fromDate('due', today)];
    case 'today':
      return [fromDate('due', today), fromDate('due', addDays(today, 1))];
    case 'week':
      return [fromDate('due', today), fromDate('due', addDays(today, 7))];
    case 'all':
      return [fromDate('due'), fromDate('due', '~')];
    case 'complaint':
      return [fromDate('complaint', addDays(today, -limits.complaintDays)), fromDate('complaint', today)];
  }
};

/** Pages of what is due, soonest first: one Query. `today` is the region's. They follow their records by a second or so. Throws badCursor. */
export const duePages =
  (index: Pick<SearchIndex, 'between'>) =>
  async (
    { owner: { region, storeId }, limit, cursor, scope }: ListQuery<RepairState>,
    due: DueFilter,
    today: CalendarDate,
  ) => {
    const [from, to] = termsOf(due, today);
    const after = cursor === undefined ? undefined : searchCursor.decode(scope, cursor).term;
    // DynamoDB takes no beginning outside what is asked for; yesterday's page may have ended there.
    if (after !== undefined && (byBytes(after, from) < 0 || byBytes(after, to) > 0)) throw badCursor();
    const { items, hasMore } = await index.between(searchOwner('repairs', region, storeId), from, to, limit, after);
    const last = items.at(-1);
    return {
      items: items.map(({ summary }) => repairKind.parseIndexRow(summary)),
      ...(hasMore && last && { cursor: searchCursor.encode(scope, last) }),
    };
  };
