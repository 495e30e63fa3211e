import { repairs } from '#shared/api/routes/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import { addDays } from '#shared/dates/dates.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { call } from '#web/data/api.ts';
import type { Todo, AttentionSource } from '#web/features/records/attention/attention-source.ts';
import { toHit } from '#web/features/records/record-hit.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import './due.css';
import { deadlineTexts } from './deadline-text.ts';

export const Due = ({ by, today }: Record<'by' | 'today', CalendarDate>) => {
  const { date, distance, isLate } = deadlineTexts(by, today, useTexts(), 'short');
  return <span className={isLate ? 'due is-late' : 'due'}>{`${date}, ${distance}`}</span>;
};

/** Returns the text key of the store's task for a deadline. A fee quote has its own task: the store should call the customer until it is answered. */
const todoKey = ({ promise, by }: UpcomingDeadline, today: string) => {
  const timing = by < today ? 'late' : 'inTime';
  return promise === 'feeAnswer' ? (`home.todo.feeAnswer.${timing}` as const) : (`home.todo.target.${timing}` as const);
};

/** Watches repairs with a deadline: fee quotes, and whatever is overdue or due within a week. Uses one request, plus one for fee quotes if the first page may not contain all of them. */
export const dueRepairs: AttentionSource = {
  titles: ['home.attention.quoted', 'home.attention.overdue'],
  load: async (place, today) => {
    const listQuery = { region: place.region, limit: limits.home.deadlines };
    const { items, cursor } = await call(repairs.listRepairs, { ...listQuery, due: 'all' });
    const hasMore = cursor !== undefined;
    const quoted = hasMore ? await call(repairs.listRepairs, { ...listQuery, state: 'quoted' }) : undefined;
    const hasMoreFees = quoted?.cursor !== undefined;
    const isFee = ({ next }: Pick<RepairSummary, 'next'>) => next?.promise === 'feeAnswer';
    const feeQuotes = quoted?.items ?? items.filter(isFee);
    // The list of fee quotes begins with the newest, so a page of it may lack the most urgent ones.
    const recordsById = new Map([...items, ...feeQuotes].map((record) => [record.id, record]));
    const due = [...recordsById.values()].flatMap((record) => (record.next ? [{ record, next: record.next }] : []));
    const late = items.filter(({ next }) => next && next.by < today);
    const todo = due
      .filter(({ next }) => next.promise === 'feeAnswer' || next.by < addDays(today, 7))
      .map(({ record, next }): Todo => {
        const textKey = todoKey(next, today);
        const { by } = next;
        return {
          hit: toHit(repairKind, record, place, { text: ({ t }) => t(textKey), due: <Due by={by} today={today} /> }),
          who: next.promise === 'feeAnswer' ? 'customer' : 'provider',
          deadline: by,
          hasMore: next.promise === 'feeAnswer' ? hasMoreFees : hasMore,
        };
      });
    const list = repairKind.paths.list(place);
    return {
      todos: todo,
      counts: [
        { count: feeQuotes.length, hasMore: hasMoreFees, all: `${list}?state=quoted` },
        // Items are sorted by deadline, so there can be more late ones only if the whole page is late.
        { count: late.length, hasMore: hasMore && late.length === items.length, all: `${list}?due=overdue` },
      ],
    };
  },
};
