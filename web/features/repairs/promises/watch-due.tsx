import { addDays } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import type { NextPromise } from '#shared/repairs/promises.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { call } from '#web/data/api.ts';
import type { Todo, Watch } from '#web/features/records/attention/watch.ts';
import { hitOf } from '#web/features/records/record-hit.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { Due } from './due.tsx';

/** What there is to do at the counter. A fee quote is to be answered for weeks, and is for calling all that time. */
const todoKey = ({ promise, by }: NextPromise, today: string) => {
  const when = by < today ? 'late' : 'inTime';
  return promise === 'feeAnswer' ? (`home.todo.feeAnswer.${when}` as const) : (`home.todo.target.${when}` as const);
};

/** The repairs that something is due of: fee quotes, and what is overdue or due within a week; in one request. */
export const dueRepairs: Watch = {
  titles: ['home.attention.quoted', 'home.attention.overdue'],
  ask: async (place, today) => {
    const { items, cursor } = await call(repairs.listRepairs, {
      region: place.region,
      due: 'all',
      limit: limits.home.due,
    });
    const due = items.flatMap((record) => (record.next ? [{ record, next: record.next }] : []));
    const fees = due.filter(({ next }) => next.promise === 'feeAnswer');
    const late = due.filter(({ next }) => next.by < today);
    const todo = due
      .filter(({ next }) => next.promise === 'feeAnswer' || next.by < addDays(today, 7))
      .map(({ record, next }): Todo => {
        const what = todoKey(next, today);
        const { by } = next;
        return {
          hit: hitOf(repairKind, record, place, { text: ({ t }) => t(what), due: <Due by={by} today={today} /> }),
          who: next.promise === 'feeAnswer' ? 'customer' : 'provider',
          by,
        };
      });
    const hasMore = cursor !== undefined;
    const list = repairKind.paths.list(place);
    return {
      todo,
      hasMore,
      counts: [
        { count: fees.length, hasMore, all: `${list}?state=quoted` },
        // They come soonest first.
        { count: late.length, hasMore: hasMore && late.length === items.length, all: `${list}?due=overdue` },
      ],
    };
  },
};
