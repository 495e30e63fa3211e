import type { ReactNode } from 'react';
import type { Place } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { lastOverdueBookingDay, rmaDeadline } from '#shared/records/rma-number-deadline.ts';
import { call } from '#web/data/api.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { toHit } from '#web/features/records/record-hit.tsx';
import type { RecordKindView, SubmittedRecord } from '#web/features/records/record-kind-view.ts';

/** Record that needs attention: who has to act, and the deadline if there is one. `hasMore`: there may be more such records. */
export type Todo = {
  readonly hit: Hit;
  readonly who: 'customer' | 'provider' | 'returns' | 'store';
  readonly deadline?: CalendarDate;
  readonly hasMore: boolean;
};

export type AttentionItems = {
  readonly todos: readonly Todo[];
  readonly counts: readonly { readonly count: number; readonly hasMore: boolean; readonly all: string }[];
};

export type AttentionSource = {
  /** Text keys of the tiles; their `count` is `limits.home.usualRmaWorkingDays`. */
  readonly titles: readonly ('home.attention.quoted' | 'home.attention.overdue' | `${RecordKindName}.short.overdue`)[];
  /** Rejects with an AppError. */
  readonly load: (place: Place, today: CalendarDate) => Promise<AttentionItems>;
};

/** Watches records whose RMA number is overdue. `state` is the state without an RMA number; `dueOf` renders a deadline relative to today. */
export const createOverdueSource = <Summary extends SubmittedRecord>(
  kind: RecordKindView<Summary>,
  state: Summary['state'],
  renderDeadline: (by: CalendarDate, today: CalendarDate) => ReactNode,
): AttentionSource => ({
  titles: [`${kind.name}.short.overdue`],
  load: async (place, today) => {
    const { region } = place;
    const calendar = calendars[region];
    const filter = { state, to: lastOverdueBookingDay(today, calendar) };
    const { items, cursor } = await call(kind.routes.list, { region, ...filter, limit: limits.home.deadlines });
    const hasMore = cursor !== undefined;
    const todo = items.map((record): Todo => {
      const by = rmaDeadline(toCalendarDate(new Date(record.createdAt), calendar.timeZone), calendar);
      return {
        hit: toHit(kind, record, place, {
          text: ({ t }) => t(`${kind.name}.short.askForRma`),
          due: renderDeadline(by, today),
        }),
        who: kind.name === 'returns' ? 'returns' : 'provider',
        deadline: by,
        hasMore,
      };
    });
    const all = `${kind.paths.list(place)}?${new URLSearchParams(filter)}`;
    return { todos: todo, counts: [{ count: items.length, hasMore, all }] };
  },
});

/** Loads the latest records, whose states reveal new provider events. Rejects with an AppError. */
export type LoadLatest = (place: Place) => Promise<readonly Hit[]>;

export const createLatestLoader =
  <Summary extends SubmittedRecord>(kind: RecordKindView<Summary>): LoadLatest =>
  async (place) => {
    const { items } = await call(kind.routes.list, { region: place.region, limit: limits.latestRecords });
    return items.map((record) => toHit(kind, record, place, { text: (texts) => kind.nextText(record.state, texts) }));
  };
