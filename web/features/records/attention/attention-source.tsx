import type { ReactNode } from 'react';
import type { Place } from '#shared/api/paths.ts';
import type { Input, Output, Route } from '#shared/api/route.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { calculateRmaDeadline } from '#shared/records/rma-number-deadline.ts';
import { call, findPreloadedData } from '#web/data/api.ts';
import type { RecordKindView, SubmittedRecord } from '#web/features/records/record-kind-view.ts';
import type { RecordEntry } from '#web/features/records/record-links.tsx';
import { toRecordEntry } from '#web/features/records/record-links.tsx';
import { toOverdueInput } from './attention-queries.ts';

/** Groups of to-dos, in the order of their tiles: parcels to send, fee quotes about which to call the customer, and missed deadlines. A to-do may be in several groups, for example a late fee quote. */
export const todoGroups = ['send', 'call', 'late'] as const;
export type TodoGroup = (typeof todoGroups)[number];

/** Task of a store. `date` is its deadline, or the first day on which it can be done. */
export type Todo = {
  readonly entry: RecordEntry;
  readonly groups: readonly TodoGroup[];
  readonly date: CalendarDate;
  readonly action?: ReactNode;
};

/** Result of a source. `incompleteGroups` are the groups that may have more to-dos than these. `nextDay` is the next deadline that has not passed. */
export type AttentionResult = {
  readonly todos: readonly Todo[];
  readonly incompleteGroups: readonly TodoGroup[];
  readonly nextDay?: CalendarDate | undefined;
};

/** Source of the home page's to-dos of some groups. */
export type AttentionSource = {
  readonly groups: readonly TodoGroup[];
  /** Rejects with an AppError. */
  readonly load: (place: Place, today: CalendarDate) => Promise<AttentionResult>;
  /** Returns a function that takes the preloaded data; undefined if a request is needed. */
  readonly findPreloaded?: (place: Place, today: CalendarDate) => (() => AttentionResult) | undefined;
};

type SourceOptions<R extends Route> = {
  readonly groups: readonly TodoGroup[];
  readonly route: R;
  readonly toInput: (place: Place, today: CalendarDate) => Input<R>;
  readonly toResult: (response: Output<R>, place: Place, today: CalendarDate) => AttentionResult;
};

/** Creates a source that needs one call of a route. */
export const createAttentionSource = <R extends Route>(options: SourceOptions<R>): AttentionSource => {
  const { groups, route, toInput, toResult } = options;
  return {
    groups,
    load: async (place, today) => toResult(await call(route, toInput(place, today)), place, today),
    findPreloaded: (place, today) => {
      const preloaded = findPreloadedData(route, toInput(place, today));
      return (
        preloaded &&
        (() => {
          preloaded.discard();
          return toResult(preloaded.data, place, today);
        })
      );
    },
  };
};

/** Creates a source of the records whose RMA number is overdue, the most overdue first. `renderDeadline` renders a deadline relative to today. */
export const createOverdueSource = <Summary extends SubmittedRecord>(
  kind: RecordKindView<Summary>,
  renderDeadline: (deadline: CalendarDate, today: CalendarDate) => ReactNode,
  renderAction: (reference: string) => ReactNode,
): AttentionSource =>
  createAttentionSource({
    groups: ['late'],
    route: kind.routes.list,
    toInput: ({ region }, today) => toOverdueInput(region, today),
    toResult: ({ items, cursor }, place, today) => {
      const calendar = calendars[place.region];
      const todos = items.map((record): Todo => {
        const deadline = calculateRmaDeadline(toCalendarDate(new Date(record.createdAt), calendar.timeZone), calendar);
        return {
          entry: toRecordEntry(kind, record, place, {
            text: ({ t }) => t('home.todo.askForRma'),
            day: renderDeadline(deadline, today),
          }),
          groups: ['late'],
          date: deadline,
          action: renderAction(record.storeRefNo),
        };
      });
      return { todos, incompleteGroups: cursor === undefined ? [] : ['late'] };
    },
  });
