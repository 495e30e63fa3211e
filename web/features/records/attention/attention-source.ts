import type { ReactNode } from 'react';
import type { Place } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { calendarDate } from '#shared/dates/dates.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { lastOverdueBookingDay, rmaDeadline } from '#shared/records/rma-deadline.ts';
import { call } from '#web/data/api.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { hitOf } from '#web/features/records/record-hit.tsx';
import type { RecordKind, SubmittedRecord } from '#web/features/records/record-kind.ts';

/** Record that needs attention: who has to act, and the deadline if there is one. `hasMore`: there may be more such records. */
export type Todo = {
  readonly hit: Hit;
  readonly who: 'customer' | 'provider' | 'returns' | 'store';
  readonly by?: CalendarDate;
  readonly hasMore: boolean;
};

export type Concern = {
  readonly todo: readonly Todo[];
  readonly counts: readonly { readonly count: number; readonly hasMore: boolean; readonly all: string }[];
};

export type Watch = {
  /** Text keys of the tiles; their `count` is `limits.home.usualRmaWorkingDays`. */
  readonly titles: readonly ('home.attention.quoted' | 'home.attention.overdue' | `${RecordKindName}.short.overdue`)[];
  /** Rejects with an AppError. */
  readonly ask: (place: Place, today: CalendarDate) => Promise<Concern>;
};

/** Watches records whose RMA number is overdue. `state` is the state without an RMA number; `dueOf` renders a deadline relative to today. */
export const overdueIn = <Summary extends SubmittedRecord>(
  kind: RecordKind<Summary>,
  state: Summary['state'],
  dueOf: (by: CalendarDate, today: CalendarDate) => ReactNode,
): Watch => ({
  titles: [`${kind.name}.short.overdue`],
  ask: async (place, today) => {
    const { region } = place;
    const calendar = calendars[region];
    const filter = { state, to: lastOverdueBookingDay(today, calendar) };
    const { items, cursor } = await call(kind.routes.list, { region, ...filter, limit: limits.home.due });
    const hasMore = cursor !== undefined;
    const todo = items.map((record): Todo => {
      const by = rmaDeadline(calendarDate(new Date(record.createdAt), calendar.timeZone), calendar);
      return {
        hit: hitOf(kind, record, place, {
          text: ({ t }) => t(`${kind.name}.short.askForRma`),
          due: dueOf(by, today),
        }),
        who: kind.name === 'returns' ? 'returns' : 'provider',
        by,
        hasMore,
      };
    });
    const all = `${kind.paths.list(place)}?${new URLSearchParams(filter)}`;
    return { todo, counts: [{ count: items.length, hasMore, all }] };
  },
});

/** Loads the latest records, whose states reveal new provider events. Rejects with an AppError. */
export type Latest = (place: Place) => Promise<readonly Hit[]>;

export const latestOf =
  <Summary extends SubmittedRecord>(kind: RecordKind<Summary>): Latest =>
  async (place) => {
    const { items } = await call(kind.routes.list, { region: place.region, limit: limits.home.compared });
    return items.map((record) => hitOf(kind, record, place, { text: (texts) => kind.nextText(record.state, texts) }));
  };
