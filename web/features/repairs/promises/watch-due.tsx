import { addDays } from '#shared/dates.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import type { NextPromise } from '#shared/repairs/promises.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { call } from '#web/data/api.ts';
import type { Todo, Watch } from '#web/features/records/attention/watch.ts';
import { hitOf } from '#web/features/records/record-hit.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import './due.css';
import { dueText } from './promise-text.ts';

export const Due = ({ by, today }: Record<'by' | 'today', CalendarDate>) => {
  const { date, distance, isLate } = dueText(by, today, useTexts(), 'short');
  return <span className={isLate ? 'due is-late' : 'due'}>{`${date}, ${distance}`}</span>;
};

/** What there is to do at the counter. A fee quote is to be answered for weeks, and is for calling all that time. */
const todoKey = ({ promise, by }: NextPromise, today: string) => {
  const when = by < today ? 'late' : 'inTime';
  return promise === 'feeAnswer' ? (`home.todo.feeAnswer.${when}` as const) : (`home.todo.target.${when}` as const);
};

/** The repairs that something is due of: fee quotes, and what is overdue or due within a week; in one request, unless there are so many that fee quotes may be missing. */
export const dueRepairs: Watch = {
  titles: ['home.attention.quoted', 'home.attention.overdue'],
  ask: async (place, today) => {
    const question = { region: place.region, limit: limits.home.due };
    const { items, cursor } = await call(repairs.listRepairs, { ...question, due: 'all' });
    const hasMore = cursor !== undefined;
    const quoted = hasMore ? await call(repairs.listRepairs, { ...question, state: 'quoted' }) : undefined;
    const hasMoreFees = quoted?.cursor !== undefined;
    const isFee = ({ next }: Pick<RepairSummary, 'next'>) => next?.promise === 'feeAnswer';
    const fees = quoted?.items ?? items.filter(isFee);
    const due = [...items.filter((record) => !isFee(record)), ...fees].flatMap((record) =>
      record.next ? [{ record, next: record.next }] : [],
    );
    const late = items.filter(({ next }) => next && next.by < today);
    const todo = due
      .filter(({ next }) => next.promise === 'feeAnswer' || next.by < addDays(today, 7))
      .map(({ record, next }): Todo => {
        const what = todoKey(next, today);
        const { by } = next;
        return {
          hit: hitOf(repairKind, record, place, { text: ({ t }) => t(what), due: <Due by={by} today={today} /> }),
          who: next.promise === 'feeAnswer' ? 'customer' : 'provider',
          by,
          hasMore: next.promise === 'feeAnswer' ? hasMoreFees : hasMore,
        };
      });
    const list = repairKind.paths.list(place);
    return {
      todo,
      counts: [
        { count: fees.length, hasMore: hasMoreFees, all: `${list}?state=quoted` },
        // They come soonest first.
        { count: late.length, hasMore: hasMore && late.length === items.length, all: `${list}?due=overdue` },
      ],
    };
  },
};
